import type { Delivery } from '@dropwire/bff/contract';

const MINUTE = 60_000;
const MINUTES = 60;

/** Messages per minute over the last hour, of the rows that are loaded. */
export function Sparkline({ rows }: { rows: readonly Delivery[] }) {
	const now = Date.now();
	const counts = Array.from({ length: MINUTES }, () => 0);
	for (const { queuedAt } of rows) {
		const age = Math.floor((now - queuedAt) / MINUTE);
		if (age >= 0 && age < MINUTES) counts[MINUTES - 1 - age] = (counts[MINUTES - 1 - age] ?? 0) + 1;
	}
	const most = Math.max(1, ...counts);
	const total = counts.reduce((sum, count) => sum + count, 0);
	return (
		<div
			className="spark"
			role="img"
			aria-label={`${total} of the loaded messages are from the last hour, at most ${most} in a minute`}
		>
			{counts.map((count, index) => (
				<i key={index} style={{ height: `${(count / most) * 100}%`, opacity: count === 0 ? 0.25 : 1 }} />
			))}
		</div>
	);
}
