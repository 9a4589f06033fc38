import { OPEN_STATUSES } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { refresh, useCall } from '../api/useCall.ts';

/** How often the counts are read while deliveries are pending, ms. */
const EVERY_MS = 1000;

/** The statuses that count as failed. */
const FAILED = ['failed', 'expired'] as const;

/** The counts of an announcement's deliveries, read until none is pending. Empty before the first announcement. */
export function Tally({ id }: { id: string | null }) {
	const { data, error, reload } = useCall('announcementTally', id === null ? null : { id }, {
		refreshInterval: (latest) => (latest === undefined || waitingOf(latest.data.counts) > 0 ? EVERY_MS : 0),
		keepPreviousData: false,
	});
	const { counts, title } = data?.data ?? {};
	const failed = counts ? FAILED.reduce((sum, status) => sum + counts[status], 0) : 0;
	// A failure may have switched a webhook off, which its row then shows at once.
	useEffect(() => {
		if (failed > 0) void refresh('stockNumberWebhooks');
	}, [failed]);
	return (
		<div className="tally" role="group" aria-label="Deliveries of the last announcement">
			{error && (
				<p className="bad" role="alert">
					Error: {error.message}{' '}
					<Button variant="default" size="xs" onClick={reload}>
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
					{FAILED.filter((status) => counts[status] > 0).map((status) => (
						<p key={status}>
							<Link to={`/dashboard/settings/deliveries?kind=ANNOUNCEMENT&status=${status}`}>
								Show {status} deliveries
							</Link>
						</p>
					))}
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
