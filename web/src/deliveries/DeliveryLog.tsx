import './deliveries.css';
import { ApiError, DELIVERY_STATUSES, type Delivery } from '@dropwire/bff/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../data/client.ts';
import { reasonOf } from '../data/useCall.ts';
import { usePages } from '../data/usePages.ts';
import { Loaded } from '../shell/Loading.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { Sparkline } from './Sparkline.tsx';

/** How often the newest are asked for while the page is seen, ms. */
const EVERY_MS = 2000;

/** The console's log: every delivery there is. */
export const DeliveryLog = () => <Log title="Deliveries" />;

/** A log of deliveries; of one server where it is named. */
export function Log({ title, guildId }: { title: string; guildId?: string }) {
	const [query, setQuery] = useSearchParams();
	const status = DELIVERY_STATUSES.find((known) => known === query.get('status'));
	return (
		<>
			<div className="page-head">
				<h1>{title}</h1>
				<NativeSelect
					aria-label="Outcome"
					value={status ?? ''}
					data={[{ value: '', label: 'Every outcome' }, ...DELIVERY_STATUSES]}
					onChange={(event) => setQuery(event.currentTarget.value ? { status: event.currentTarget.value } : {})}
				/>
			</div>
			<Rows key={status ?? ''} guildId={guildId} status={status} />
		</>
	);
}

/** What there is of one outcome, newest first; begun anew for another. */
function Rows({ guildId, status }: { guildId: string | undefined; status: Delivery['status'] | undefined }) {
	const pages = usePages('deliveries', { ...(guildId && { guildId }), ...(status && { status }) }, EVERY_MS);
	const [error, setError] = useState<string | null>(null);

	async function again(id: string) {
		setError(null);
		try {
			await api.redeliver({ id });
			pages.again();
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
			<Loaded question={pages} rows={8}>
				{(rows) => {
					if (rows.length === 0)
						return (
							<p className="empty">
								{status
									? `None is ${status}.`
									: 'Nothing was sent yet. Messages appear here the moment a watched product changes.'}
							</p>
						);
					return (
						<>
							<Sparkline rows={rows} />
							<table className="log">
								<thead>
									<tr>
										<th scope="col">Product</th>
										<th scope="col">Time</th>
										<th scope="col">To</th>
										<th scope="col">Outcome</th>
										<th scope="col">Latency</th>
										<th scope="col">
											<span className="dim">Again</span>
										</th>
									</tr>
								</thead>
								<tbody>
									{rows.map((row) => (
										<DeliveryRow key={row.id} row={row} again={() => void again(row.id)} />
									))}
								</tbody>
							</table>
							{pages.more && (
								<Button variant="default" mt={16} onClick={pages.more}>
									Older
								</Button>
							)}
						</>
					);
				}}
			</Loaded>
		</>
	);
}
