import type { Delivery } from '@dropwire/contract';

const TONES: Readonly<Record<Delivery['status'], string>> = {
	sent: 'good',
	pending: 'dim',
	retrying: 'dim',
	expired: 'bad',
	failed: 'bad',
};

/** What became of a delivery, and why. */
export function Outcome({ status, reason }: Pick<Delivery, 'status' | 'reason'>) {
	return (
		<>
			<span className={`pill ${TONES[status]}`}>{status}</span>
			{reason && <span className="dim reason">{reason}</span>}
		</>
	);
}
