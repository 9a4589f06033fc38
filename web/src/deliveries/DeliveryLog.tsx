import './deliveries.css';
import { DELIVERY_STATUSES, type Delivery, OPEN_STATUSES } from '@dropwire/contract';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { MessageTable } from './MessageTable.tsx';
import { Sparkline } from './Sparkline.tsx';

/** How often the log is read besides after live messages, ms: while a shown delivery is open, and otherwise. */
const [WHILE_OPEN_MS, EVERY_MS] = [2000, 10_000];

const LOG_FILTERS = { status: oneOf(DELIVERY_STATUSES) };

/** A log of deliveries: all of them, or one server's. */
export function Log({ title, guildId }: { title: string; guildId?: string }) {
	// Back shows the other outcome.
	const [{ status }, change] = useUrlFilter(LOG_FILTERS, false);
	return (
		<>
			<div className="page-head">
				<h1>{title}</h1>
				<FilterChoice
					label="Outcome"
					all="All outcomes"
					options={DELIVERY_STATUSES}
					value={status}
					change={(value) => change('status', value)}
				/>
			</div>
			<Rows key={status ?? ''} guildId={guildId} status={status} />
		</>
	);
}

/** The deliveries with one status, or all, newest first. */
function Rows({ guildId, status }: { guildId: string | undefined; status: Delivery['status'] | undefined }) {
	const pages = usePages('deliveries', { ...(guildId && { guildId }), ...(status && { status }) }, (rows) =>
		rows.some((row) => [row, ...row.edits].some(isOpen)) ? WHILE_OPEN_MS : EVERY_MS,
	);
	const reloadSoon = useSoon(pages.reload);
	useLive({ delivery: reloadSoon, deliveries: reloadSoon, reset: reloadSoon });
	return (
		<MessageTable
			pages={pages}
			name="deliveries"
			guildId={guildId}
			none={
				status
					? `No ${status} deliveries.`
					: 'No deliveries yet. They appear here as soon as a watched product changes.'
			}
			above={guildId === undefined && <Sparkline />}
		/>
	);
}

function isOpen({ status }: Pick<Delivery, 'status'>): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}
