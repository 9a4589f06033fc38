import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { useUrlFilter } from '../ui/useUrlFilter.ts';
import { EVENT_FILTERS, type EventFilter, EventFilters } from './EventFilters.tsx';
import { EventTable } from './EventTable.tsx';

/** How often the list is read besides after live messages, ms. */
const EVERY_MS = 30_000;

/** The console's list of product events, newest first, with the topic of each and how many webhooks it went to. */
export default function Events() {
	const [filter, change] = useUrlFilter(EVENT_FILTERS);
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
						<EventTable rows={rows} />
						<LoadMore more={pages.more} />
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
