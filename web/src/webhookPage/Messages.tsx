import '../deliveries/deliveries.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { DeliveryRow } from '../deliveries/DeliveryRow.tsx';
import { Loaded } from '../ui/Loading.tsx';

const EVERY_MS = 10_000;

/** The messages to one webhook, newest first, with their outcomes. */
export function Messages({ id }: { id: string }) {
	const pages = usePages('webhookMessages', { id }, EVERY_MS);
	const reloadSoon = useSoon(pages.reload);
	useLive({ delivery: reloadSoon, deliveries: reloadSoon, reset: reloadSoon });
	const [error, setError] = useState<string | null>(null);
	async function resend(delivery: string) {
		setError(null);
		try {
			await api.redeliver({ id: delivery });
			await refresh('webhookMessages');
		} catch (failure) {
			setError(`Error: ${reasonOf(failure)}`);
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
				{(rows) =>
					rows.length === 0 ? (
						<p className="empty">No messages yet. Press Test to send one.</p>
					) : (
						<>
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
										<DeliveryRow key={row.id} row={row} guildId={undefined} resend={resend} />
									))}
								</tbody>
							</table>
							{pages.more && (
								<Button variant="default" mt={16} onClick={pages.more}>
									Load more
								</Button>
							)}
						</>
					)
				}
			</Loaded>
		</>
	);
}
