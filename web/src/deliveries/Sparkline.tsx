import { useCall } from '../api/useCall.ts';
import { FIRST_DEAD } from '../overview/problems.ts';
import { grouped } from '../ui/format.ts';

/** How often the counts are read, ms. */
const EVERY_MS = 10_000;

/** The messages that were sent or given up in each minute of the last hour, in the whole log. */
export function Sparkline() {
	const { data } = useCall('overview', { dead: FIRST_DEAD }, { refreshInterval: EVERY_MS });
	const minutes = data?.data.minutes ?? [];
	const highest = Math.max(0, ...minutes.map(({ messages }) => messages));
	const total = minutes.reduce((sum, { messages }) => sum + messages, 0);
	return (
		<figure className="spark">
			<figcaption className="dim">
				{data ? `All messages, last hour: ${grouped(total)}, peak ${grouped(highest)} per minute` : '\u00A0'}
			</figcaption>
			<div className="bars" aria-hidden="true">
				{minutes.map(({ at, messages }) => (
					<i
						key={at}
						style={{ height: `${(messages / Math.max(1, highest)) * 100}%`, opacity: messages === 0 ? 0.25 : 1 }}
					/>
				))}
			</div>
		</figure>
	);
}
