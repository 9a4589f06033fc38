import './deliveries.css';
import {
	type ApiError,
	type CallInput,
	type Contract,
	DELIVERY_STATUSES,
	type Delivery,
	OPEN_STATUSES,
} from '@dropwire/contract';
import { type ReactNode, useEffect } from 'react';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { MessageTable } from './MessageTable.tsx';
import { Sparkline } from './Sparkline.tsx';

/** How often the log is read besides after live messages, ms: while a shown delivery is open, and otherwise. */
const [WHILE_OPEN_MS, EVERY_MS] = [2000, 10_000];

/** What an empty log says. */
export const NONE = 'No deliveries yet. They appear here as soon as a watched product changes.';

const LOG_FILTERS = { status: oneOf(DELIVERY_STATUSES) };

/** The log of all deliveries, one by one. */
export function Log({ title }: { title: string }) {
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
			<LogRows
				key={status ?? ''}
				filter={status ? { status } : {}}
				none={status ? `No ${status} deliveries.` : NONE}
				above={<Sparkline />}
			/>
		</>
	);
}

interface Props {
	filter: CallInput<Contract['deliveries']>;
	/** Shown without deliveries. */
	none: string;
	/** Shown above the table. */
	above?: ReactNode;
	/** Gets the error of the list, which can be about a filter. */
	failed?(error: ApiError | undefined): void;
}

/** The deliveries that match a filter, newest first; with a `guildId`, as the log of that server. */
export function LogRows({ filter, none, above, failed }: Props) {
	const pages = usePages('deliveries', filter, (rows) =>
		rows.some((row) => [row, ...row.edits].some(isOpen)) ? WHILE_OPEN_MS : EVERY_MS,
	);
	const { error } = pages;
	useEffect(() => {
		failed?.(error);
		return () => failed?.(undefined);
	}, [error, failed]);
	const reloadSoon = useSoon(pages.reload);
	useLive({ delivery: reloadSoon, deliveries: reloadSoon, reset: reloadSoon });
	return <MessageTable pages={pages} name="deliveries" guildId={filter.guildId} none={none} above={above} />;
}

function isOpen({ status }: Pick<Delivery, 'status'>): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}
