import type { Overview } from '@dropwire/contract';
import { grouped } from '../ui/format.ts';

const KINDS = [
	{ key: 'events', name: 'Product changes' },
	{ key: 'messages', name: 'Messages, sent and failed' },
] as const;

/** Two rows of sixty bars, one per minute, the newest on the right. */
export function Minutes({ minutes }: { minutes: Overview['minutes'] }) {
	return (
		<div className="minutes">
			{KINDS.map(({ key, name }) => {
				const counts = minutes.map((minute) => minute[key]);
				const peak = Math.max(1, ...counts);
				const total = counts.reduce((sum, count) => sum + count, 0);
				return (
					<figure key={key}>
						<figcaption>
							{name} <b>{grouped(total)}</b>{' '}
							<span className="dim">peak {grouped(Math.max(...counts, 0))} per minute</span>
						</figcaption>
						<div className="bars" role="img" aria-label={`${name}: ${total} in the last hour`}>
							{minutes.map((minute) => (
								<i
									key={minute.at}
									style={{ height: `${(minute[key] / peak) * 100}%`, opacity: minute[key] === 0 ? 0.25 : 1 }}
								/>
							))}
						</div>
					</figure>
				);
			})}
		</div>
	);
}
