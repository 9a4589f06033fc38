import './deliveries.css';
import type { ApiError } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { useUrlFilter } from '../ui/useUrlFilter.ts';
import { Log } from './DeliveryLog.tsx';
import { ExportLink } from './ExportLink.tsx';
import { GROUP_FILTERS, type GroupFilter, GroupFilters } from './GroupFilters.tsx';
import { GroupRow } from './GroupRow.tsx';

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
	const [filter, change] = useUrlFilter(GROUP_FILTERS);
	const [error, setError] = useState<ApiError>();
	return (
		<>
			<div className="page-head">
				<h1>Deliveries</h1>
				<div className="tools">
					<Button component={Link} variant="default" to="?view=list">
						One by one
					</Button>
					<ExportLink filter={filter} disabled={error?.fields['webhook'] !== undefined} />
				</div>
			</div>
			<GroupFilters filter={filter} change={change} error={error} />
			<Rows key={JSON.stringify(filter)} filter={filter} failed={setError} />
		</>
	);
}

/** @param failed gets the error of the list, which can be about a filter */
function Rows({ filter, failed }: { filter: GroupFilter; failed(error: ApiError | undefined): void }) {
	const pages = usePages('deliveryGroups', filter, EVERY_MS);
	const { error } = pages;
	useEffect(() => {
		failed(error);
		return () => failed(undefined);
	}, [error, failed]);
	const reloadSoon = useSoon(pages.reload);
	useLive({ delivery: reloadSoon, deliveries: reloadSoon, event: reloadSoon, reset: reloadSoon });
	if (error?.fields['webhook'] !== undefined) return null;
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
						<LoadMore more={pages.more}>{rows.length === 0 ? 'Search further back' : 'Load more'}</LoadMore>
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
