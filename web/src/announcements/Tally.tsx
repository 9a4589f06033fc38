import { OPEN_STATUSES } from '@dropwire/bff/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCall } from '../data/useCall.ts';

/** How often it is counted while something waits, ms. */
const EVERY_MS = 1000;

/** What became of an announcement so far; it counts until nothing waits. Its place stands before there is one. */
export function Tally({ id }: { id: string | null }) {
	const { data, error, again } = useCall('announcementTally', id === null ? null : { id }, {
		refreshInterval: (latest) => (latest === undefined || waitingOf(latest.data.counts) > 0 ? EVERY_MS : 0),
		keepPreviousData: false,
	});
	const { counts, title } = data?.data ?? {};
	const failed = counts ? counts.failed + counts.expired : 0;
	return (
		<div className="tally" role="group" aria-label="Deliveries of the last announcement">
			{error && (
				<p className="bad" role="alert">
					Error: {error.message}{' '}
					<Button variant="default" size="xs" onClick={again}>
						Retry
					</Button>
				</p>
			)}
			{counts && (
				<>
					<p className="tally-title" title={title}>
						{title}
					</p>
					<dl>
						<Count name="Delivered" tone="good" count={counts.sent} />
						<Count name="Failed" tone={failed > 0 ? 'bad' : ''} count={failed} />
						<Count name="Waiting" tone={waitingOf(counts) > 0 ? 'wait' : ''} count={waitingOf(counts)} />
					</dl>
					{failed > 0 && <Link to="/dashboard/settings/deliveries?status=failed">See what failed</Link>}
				</>
			)}
		</div>
	);
}

function Count({ name, tone, count }: { name: string; tone: string; count: number }) {
	return (
		<div>
			<dt>
				<i className={`dot ${tone}`} aria-hidden="true" /> {name}
			</dt>
			<dd className="mono">{count.toLocaleString('en')}</dd>
		</div>
	);
}

function waitingOf(counts: Readonly<Record<(typeof OPEN_STATUSES)[number], number>>): number {
	return OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0);
}
