import { ApiError, type CallOutput, type Contract } from '@dropwire/contract';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client.ts';
import { type CallState, reasonOf, refresh } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';

type Rows = CallOutput<Contract['deliveries']>['data'];

/**
 * Sends messages again.
 * @param name the call of the list that shows them
 * @returns the action, and its error to show above the list
 */
export function useResend(name: 'deliveries' | 'webhookMessages'): [(id: string) => Promise<void>, ReactNode] {
	const [error, setError] = useState<string | null>(null);
	async function resend(id: string) {
		setError(null);
		try {
			await api.redeliver({ id });
			await refresh(name);
		} catch (failure) {
			const request = failure instanceof ApiError && failure.requestId ? ` (request ${failure.requestId})` : '';
			setError(`Error: ${reasonOf(failure)}${request}`);
		}
	}
	return [
		resend,
		error && (
			<div className="state failed" role="alert">
				{error}
			</div>
		),
	];
}

interface Props {
	pages: CallState<Rows> & { more: (() => void) | null };
	name: Parameters<typeof useResend>[0];
	/** The server that the log belongs to, if it is one server's. */
	guildId?: string | undefined;
	/** Shown when there are no messages, and there are no more pages. */
	none: string;
	/** Shown above the table. */
	above?: ReactNode;
}

/** Messages as a table, newest first, each with its outcome. */
export function MessageTable({ pages, name, guildId, none, above }: Props) {
	const [resend, error] = useResend(name);
	return (
		<>
			{error}
			<Loaded call={pages} rows={8}>
				{(found) => {
					// A message that is still being queued can be on two pages of a search.
					const rows = [...new Map(found.map((row) => [row.id, row])).values()];
					if (rows.length === 0)
						return (
							<>
								<p className="empty">{pages.more ? 'Nothing that matches in the newest part of the log.' : none}</p>
								<LoadMore more={pages.more}>Search further back</LoadMore>
							</>
						);
					return (
						<>
							{above}
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
							<LoadMore more={pages.more} />
						</>
					);
				}}
			</Loaded>
		</>
	);
}
