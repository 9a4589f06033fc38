import './deliveries.css';
import { ApiError, DELIVERY_STATUSES, type Delivery } from '@dropwire/bff/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../data/client.ts';
import { reasonOf, refresh, useCall } from '../data/useCall.ts';
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
	const filter = { ...(guildId && { guildId }), ...(status && { status }) };
	const newest = useCall('deliveries', filter, { refreshInterval: EVERY_MS });
	const [older, setOlder] = useState<{ rows: readonly Delivery[]; cursor: string | null } | null>(null);
	const [error, setError] = useState<string | null>(null);
	const cursor = older ? older.cursor : (newest.data?.nextCursor ?? null);

	async function attempt(work: () => Promise<unknown>) {
		setError(null);
		try {
			await work();
		} catch (failure) {
			const id = failure instanceof ApiError && failure.requestId ? ` (request ${failure.requestId})` : '';
			setError(`Error: ${reasonOf(failure)}${id}`);
		}
	}
	const more = () =>
		attempt(async () => {
			const page = await api.deliveries({ ...filter, cursor: cursor as string });
			setOlder({ rows: [...(older?.rows ?? []), ...page.data], cursor: page.nextCursor });
		});
	const again = (id: string) =>
		attempt(async () => {
			await api.redeliver({ id });
			await refresh('deliveries');
		});

	return (
		<>
			<div className="page-head">
				<h1>{title}</h1>
				<NativeSelect
					aria-label="Outcome"
					value={status ?? ''}
					data={[{ value: '', label: 'Every outcome' }, ...DELIVERY_STATUSES]}
					onChange={(event) => {
						setOlder(null);
						setQuery(event.currentTarget.value ? { status: event.currentTarget.value } : {});
					}}
				/>
			</div>
			{error && (
				<div className="state failed" role="alert">
					{error}
				</div>
			)}
			<Loaded question={newest} rows={8}>
				{({ data }) => {
					const seen = new Set(data.map(({ id }) => id));
					const rows = [...data, ...(older?.rows ?? []).filter(({ id }) => !seen.has(id))];
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
							{cursor && (
								<Button variant="default" mt={16} onClick={() => void more()}>
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
