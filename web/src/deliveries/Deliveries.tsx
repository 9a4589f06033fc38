import './deliveries.css';
import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { Loaded } from '../shell/Loading.tsx';
import { Log } from './DeliveryLog.tsx';
import { GroupFilters } from './GroupFilters.tsx';
import { GroupRow } from './GroupRow.tsx';
import { type GroupFilter, useGroupFilter } from './useGroupFilter.ts';

/** How often the list is read besides after live messages, ms. */
const EVERY_MS = 15_000;

/** The console's deliveries: by event and other message, or one by one. */
export default function Deliveries() {
	const [query] = useSearchParams();
	if (query.get('view') !== 'list') return <Groups />;
	return (
		<>
			<p className="crumbs">
				<Link to="/dashboard/settings/deliveries">Deliveries by event</Link>
			</p>
			<Log title="Delivery log" />
		</>
	);
}

function Groups() {
	const [filter, change] = useGroupFilter();
	const search = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
	return (
		<>
			<div className="page-head">
				<h1>Deliveries</h1>
				<div className="tools">
					<Button component={Link} variant="default" to="?view=list">
						One by one
					</Button>
					<Button component="a" variant="default" href={`/api/export/deliveries?${search}`} download>
						Export CSV
					</Button>
				</div>
			</div>
			<GroupFilters filter={filter} change={change} />
			<Rows key={JSON.stringify(filter)} filter={filter} />
		</>
	);
}

function Rows({ filter }: { filter: GroupFilter }) {
	const pages = usePages('deliveryGroups', filter, EVERY_MS);
	const reloadSoon = useSoon(pages.reload);
	useLive({ delivery: reloadSoon, deliveries: reloadSoon, event: reloadSoon, reset: reloadSoon });
	return (
		<Loaded call={pages} rows={10}>
			{(found) => {
				// A message that is still being queued can be on two pages.
				const rows = [...new Map(found.map((row) => [row.id, row])).values()];
				return (
					<>
						{rows.length === 0 && <p className="empty">{nothing(filter, pages.more !== null)}</p>}
						<ul className="groups">
							{rows.map((row) => (
								<GroupRow key={row.id} row={row} filter={filter} />
							))}
						</ul>
						{pages.more && (
							<Button variant="default" mt={16} onClick={pages.more}>
								{rows.length === 0 ? 'Search further back' : 'Load more'}
							</Button>
						)}
					</>
				);
			}}
		</Loaded>
	);
}

function nothing(filter: GroupFilter, more: boolean): string {
	if (more) return 'Nothing that matches in the newest part of the log.';
	if (Object.keys(filter).length > 0) return 'No deliveries match the filters.';
	return 'No deliveries yet. They appear here as soon as a watched product changes.';
}
