import type { Pulse } from '@dropwire/bff/contract';
import { Link } from 'react-router-dom';
import { ago } from '../data/time.ts';
import { useCall } from '../data/useCall.ts';
import { FIRST_SECTION } from './sections.tsx';
import { useUser } from './Guard.tsx';

const EVERY_MS = 5000;

/** The pulse at the foot of every screen: whether it lives, and what it last did. Only what the server has said. */
export function StatusLine() {
	const { data, error } = useCall('pulse', {}, { refreshInterval: EVERY_MS });
	const pulse = data?.data;
	const stopped = pulse?.engines === 0;
	return (
		<footer className="status-line" aria-label="Status" tabIndex={0}>
			<span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
				<i className={`dot ${error || stopped ? 'bad' : pulse ? 'good' : 'wait'}`} aria-hidden="true" />
				{error ? error.message : stopped ? 'Engine is stopped' : pulse ? 'Engine is running' : 'Asking …'}
			</span>
			{pulse && !error && <Figures pulse={pulse} />}
		</footer>
	);
}

function Figures({ pulse: { lastEventAt, open, webhooksOff } }: { pulse: Pulse }) {
	const admin = useUser().roles.includes('admin');
	const dead = counted(webhooksOff, 'dead webhook');
	return (
		<>
			<span>Last event {ago(lastEventAt)}</span>
			<span>{counted(open, 'message')} in flight</span>
			{admin && webhooksOff > 0 ? (
				<Link className="bad" to={`/dashboard/settings/${FIRST_SECTION}`}>
					{dead}
				</Link>
			) : (
				// Which they are is for operators; others see their own in their servers.
				<span>{admin ? dead : `${dead} in all`}</span>
			)}
		</>
	);
}

function counted(count: number, what: string): string {
	return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
