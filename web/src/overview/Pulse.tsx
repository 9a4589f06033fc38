import type { Overview } from '@dropwire/bff/contract';
import { ago } from '../data/time.ts';

/** An oldest waiting message older than this is worth a look, ms. */
const LATE_MS = 60_000;

/** The engine's pulse in five figures; what is wrong is red and says so. */
export function Pulse({ pulse }: { pulse: Overview['pulse'] }) {
	const { engines, open, oldestOpenAt, lastHour, webhooksOff, watched } = pulse;
	const late = oldestOpenAt !== null && Date.now() - oldestOpenAt > LATE_MS;
	const figures = [
		{ name: 'Engine', value: engines === 0 ? 'stopped' : 'running', note: `${engines} at work`, bad: engines === 0 },
		{
			name: 'Waiting',
			value: String(open),
			note: oldestOpenAt === null ? 'nothing waits' : `oldest ${ago(oldestOpenAt)}`,
			bad: late,
		},
		{
			name: 'Sent, last hour',
			value: String(lastHour.sent),
			note: lastHour.failed > 0 ? `${lastHour.failed} failed` : 'none failed',
			bad: lastHour.failed > 0,
		},
		{
			name: 'Webhooks off',
			value: String(webhooksOff),
			note: webhooksOff > 0 ? 'see below' : 'all on',
			bad: webhooksOff > 0,
		},
		{ name: 'Watched', value: String(watched), note: 'products in their regions', bad: false },
	];
	return (
		<dl className="pulse wide">
			{figures.map(({ name, value, note, bad }) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd className={`figure ${bad ? 'bad' : ''}`}>{value}</dd>
					<dd className={bad ? 'bad' : 'dim'}>{note}</dd>
				</div>
			))}
		</dl>
	);
}
