import './events.css';
import { Button } from '@mantine/core';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { Loaded } from '../ui/Loading.tsx';
import { EventFilters } from './EventFilters.tsx';
import { EventLine } from './EventLine.tsx';
import { type EventFilter, useEventFilter } from './useEventFilter.ts';

/** How often the list is read besides after live messages, ms. */
const EVERY_MS = 30_000;

/** The console's list of product events, newest first, with the topic of each and how many webhooks it went to. */
export default function Events() {
	const [filter, change] = useEventFilter();
	return (
		<>
			<div className="page-head">
				<h1>Events</h1>
				<EventFilters filter={filter} change={change} />
			</div>
			<Rows key={JSON.stringify(filter)} filter={filter} />
		</>
	);
}

function Rows({ filter }: { filter: EventFilter }) {
	const pages = usePages('events', filter, EVERY_MS);
	const reloadSoon = useSoon(pages.reload);
	useLive({ event: reloadSoon, reset: reloadSoon });
	return (
		<Loaded call={pages} rows={12}>
			{(rows) => {
				if (rows.length === 0) return <p className="empty">{nothing(filter)}</p>;
				return (
					<>
						<table className="events">
							<colgroup>
								<col />
								<col style={{ width: 124 }} />
								<col style={{ width: 232 }} />
								<col style={{ width: 140 }} />
								<col style={{ width: 84 }} />
							</colgroup>
							<thead>
								<tr>
									<th scope="col">Product</th>
									<th scope="col">Event</th>
									<th scope="col">Topic</th>
									<th scope="col">Sent to</th>
									<th scope="col">Time</th>
								</tr>
							</thead>
							<tbody>
								{rows.map((row) => (
									<EventLine key={row.id} row={row} />
								))}
							</tbody>
						</table>
						{pages.more && (
							<Button variant="default" mt={16} onClick={pages.more}>
								Load more
							</Button>
						)}
					</>
				);
			}}
		</Loaded>
	);
}

function nothing(filter: EventFilter): string {
	const parts = Object.keys(filter);
	if (parts.length === 0) return 'No events yet. They appear here as soon as a watched product changes.';
	return parts.join() === 'reached' ? 'Every event reached at least one webhook.' : 'No events match the filters.';
}
