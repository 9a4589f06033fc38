import type { Overview } from '@dropwire/bff/contract';

const KINDS = [
	{ key: 'events', name: 'Products that changed' },
	{ key: 'messages', name: 'Messages' },
] as const;

/** Two rows of sixty bars, the newest on the right. */
export function Minutes({ minutes }: { minutes: Overview['minutes'] }) {
	return (
		<div className="minutes">
			{KINDS.map(({ key, name }) => {
				const counts = minutes.map((minute) => minute[key]);
				const most = Math.max(1, ...counts);
				const total = counts.reduce((sum, count) => sum + count, 0);
				return (
					<figure key={key}>
						<figcaption>
							{name} <b>{total}</b> <span className="dim">at most {Math.max(...counts, 0)} in a minute</span>
						</figcaption>
						<div className="bars" role="img" aria-label={`${name}: ${total} in the last hour`}>
							{minutes.map((minute) => (
								<i
									key={minute.at}
									style={{ height: `${(minute[key] / most) * 100}%`, opacity: minute[key] === 0 ? 0.25 : 1 }}
								/>
							))}
						</div>
					</figure>
				);
			})}
		</div>
	);
}
