import './deliveries.css';
import { ApiError, DELIVERY_STATUSES, type Delivery, OPEN_STATUSES } from '@dropwire/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { Loaded } from '../ui/Loading.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { Sparkline } from './Sparkline.tsx';

/** How often the log is read besides after live messages, ms: while a shown delivery is open, and otherwise. */
const [WHILE_OPEN_MS, EVERY_MS] = [2000, 10_000];

/** A log of deliveries: all of them, or one server's. */
export function Log({ title, guildId }: { title: string; guildId?: string }) {
	const [query, setQuery] = useSearchParams();
	const status = DELIVERY_STATUSES.find((value) => value === query.get('status'));
	function choose(value: string) {
		const next = new URLSearchParams(query);
		if (value) next.set('status', value);
		else next.delete('status');
		setQuery(next);
	}
	return (
		<>
			<div className="page-head">
				<h1>{title}</h1>
				<NativeSelect
					aria-label="Outcome"
					value={status ?? ''}
					data={[{ value: '', label: 'All outcomes' }, ...DELIVERY_STATUSES]}
					onChange={(event) => choose(event.currentTarget.value)}
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
	const [error, setError] = useState<string | null>(null);

	async function resend(id: string) {
		setError(null);
		try {
			await api.redeliver({ id });
			await refresh('deliveries');
		} catch (failure) {
			const request = failure instanceof ApiError && failure.requestId ? ` (request ${failure.requestId})` : '';
			setError(`Error: ${reasonOf(failure)}${request}`);
		}
	}

	return (
		<>
			{error && (
				<div className="state failed" role="alert">
					{error}
				</div>
			)}
			<Loaded call={pages} rows={8}>
				{(rows) => {
					if (rows.length === 0)
						return (
							<p className="empty">
								{status
									? `No ${status} deliveries.`
									: 'No deliveries yet. They appear here as soon as a watched product changes.'}
							</p>
						);
					return (
						<>
							{guildId === undefined && <Sparkline />}
							<table className="log">
								<thead>
									<tr>
										<th scope="col">Product</th>
										<th scope="col">Time</th>
										<th scope="col">To</th>
										<th scope="col">Outcome</th>
										<th scope="col">Latency</th>
										<th scope="col">
											<span className="dim">Action</span>
										</th>
									</tr>
								</thead>
								<tbody>
									{rows.map((row) => (
										<DeliveryRow key={row.id} row={row} guildId={guildId} resend={resend} />
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
		</>
	);
}

function isOpen({ status }: Pick<Delivery, 'status'>): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}
