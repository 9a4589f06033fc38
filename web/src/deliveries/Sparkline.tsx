import type { Delivery } from '@dropwire/contract';
import { counted } from '../ui/format.ts';

const MINUTE = 60_000;
const MINUTES = 60;

/** Messages per minute over the last hour, counted from the loaded rows. */
export function Sparkline({ rows }: { rows: readonly Delivery[] }) {
	const now = Date.now();
	const counts = Array.from({ length: MINUTES }, () => 0);
	for (const { queuedAt } of rows) {
		const age = Math.trunc((now - queuedAt) / MINUTE);
		if (queuedAt <= now && age < MINUTES) counts[MINUTES - 1 - age] = (counts[MINUTES - 1 - age] ?? 0) + 1;
	}
	const peak = Math.max(1, ...counts);
	const total = counts.reduce((sum, count) => sum + count, 0);
	return (
		<div
			className="spark"
			role="img"
			aria-label={`${counted(total, 'message')} loaded from the last hour, peak ${peak} per minute`}
		>
			{counts.map((count, index) => (
				<i key={index} style={{ height: `${(count / peak) * 100}%`, opacity: count === 0 ? 0.25 : 1 }} />
			))}
		</div>
	);
}
