import type { Overview } from '@dropwire/contract';
import { ago, counted, grouped } from '../ui/format.ts';

/** The age from which the oldest waiting message is shown as late, ms. */
const LATE_MS = 60_000;

/** The engine's state in five figures; problems are red, with a note. */
export function Pulse({ pulse }: { pulse: Overview['pulse'] }) {
	const { engines, silentEngines, open, oldestOpenAt, lastHour, webhooksOff, watched } = pulse;
	const late = oldestOpenAt !== null && Date.now() - oldestOpenAt > LATE_MS;
	const figures = [
		{
			name: 'Engine',
			value: engines === 0 ? 'stopped' : 'running',
			note: silentEngines > 0 ? `${silentEngines} silent` : counted(engines, 'process', 'processes'),
			bad: engines === 0,
			badNote: engines === 0 || silentEngines > 0,
		},
		{
			name: 'Waiting',
			value: grouped(open),
			note: oldestOpenAt === null ? 'no messages' : `oldest ${ago(oldestOpenAt)}`,
			bad: late,
		},
		{
			name: 'Sent, last hour',
			value: grouped(lastHour.sent),
			note: lastHour.failed > 0 ? `${grouped(lastHour.failed)} failed` : 'none failed',
			// The figure itself is good news.
			bad: false,
			badNote: lastHour.failed > 0,
		},
		{
			name: 'Webhooks off',
			value: grouped(webhooksOff),
			note: webhooksOff > 0 ? 'get no messages' : 'all on',
			bad: webhooksOff > 0,
		},
		{ name: 'Watched', value: grouped(watched), note: 'products, counted per region', bad: false },
	];
	return (
		<dl className="pulse wide">
			{figures.map(({ name, value, note, bad, badNote = bad }) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd className={`figure ${bad ? 'bad' : ''}`}>{value}</dd>
					<dd className={badNote ? 'bad' : 'dim'}>{note}</dd>
				</div>
			))}
		</dl>
	);
}
