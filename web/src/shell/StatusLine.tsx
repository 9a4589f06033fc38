import { useCall } from '../data/useCall.ts';
import { ago } from '../data/time.ts';

const EVERY_MS = 5000;

/** The pulse at the foot of every screen: whether it lives, and what it last did. Only what the server has said. */
export function StatusLine() {
	const ready = useCall('readyz', {}, { refreshInterval: EVERY_MS });
	const log = useCall('deliveries', {}, { refreshInterval: EVERY_MS });
	const newest = log.data?.data[0];
	const open = log.data?.data.filter(({ status }) => status === 'pending' || status === 'retrying').length ?? 0;
	const state = ready.error ? 'bad' : ready.data ? 'good' : 'wait';
	return (
		<footer className="status-line" aria-label="Status" tabIndex={0}>
			<span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
				<i className={`dot ${state}`} aria-hidden="true" />
				{ready.error ? ready.error.message : ready.data ? 'Engine is running' : 'Asking …'}
			</span>
			{newest && <span>Last message {ago(newest.queuedAt)}</span>}
			{open > 0 && <span>{open} waiting among the newest</span>}
		</footer>
	);
}
