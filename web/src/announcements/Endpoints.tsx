import type { OperatorWebhook } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Capped } from '../data/Capped.tsx';
import { api } from '../data/client.ts';
import { ListTools } from '../data/ListTools.tsx';
import type { Chosen } from '../data/useChosen.ts';
import { useFilter } from '../data/useFilter.ts';
import { useUndo } from '../data/Undo.tsx';
import { type Question, refresh } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
import { STOCK_NUMBERS } from '../webhooks/brands.ts';
import { changeRows } from '../webhooks/useOperatorRows.ts';
import { WebhookRow } from '../webhooks/WebhookRow.tsx';
import { AddEndpoint } from './AddEndpoint.tsx';

/** How a deletion that can be taken back is named. */
export const endpointKey = (label: string) => `stocknumber/${label}`;

/** The saved webhooks that announcements can go to, chosen here. */
export function Endpoints({ question, chosen }: { question: Question<OperatorWebhook[]>; chosen: Chosen }) {
	const [filter, setFilter] = useFilter();
	const [adding, setAdding] = useState(false);
	const { remove, isGoing } = useUndo();
	const wanted = filter.trim().toLowerCase();
	const standing = (question.data ?? []).filter(({ label }) => !isGoing(endpointKey(label)));
	const found = standing.filter(({ label }) => label.toLowerCase().includes(wanted));
	const count = chosen.countOf(standing.map(({ label }) => label));

	const erase = (rows: readonly OperatorWebhook[]) => {
		const labels = rows.map(({ label }) => label);
		const text = rows.length === 1 ? `Deleted ${labels[0]}` : `Deleted ${rows.length} webhooks`;
		remove(labels.map(endpointKey), text, async () => {
			chosen.set(labels, false);
			try {
				await changeRows(
					'UNSET',
					rows.map((row) => ({ ...STOCK_NUMBERS, ...row })),
				);
			} finally {
				await refresh('stockNumberWebhooks', 'operatorCounts');
			}
		});
	};

	return (
		<section className="card" aria-labelledby="endpoints">
			<div className="list-head">
				<h2 id="endpoints">Webhook URL</h2>
				<TextInput
					aria-label="Filter webhooks"
					placeholder="Filter by label"
					size="xs"
					value={filter}
					onChange={(event) => setFilter(event.currentTarget.value)}
				/>
				<Button size="xs" leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
					Add webhook
				</Button>
			</div>
			<ListTools
				chosen={chosen}
				keyOf={({ label }) => label}
				rows={standing}
				shown={found}
				of="webhooks"
				note={`${count} of ${standing.length} chosen`}
				action="Delete chosen"
				act={erase}
			/>
			<Loaded question={question} rows={3}>
				{() => (
					<>
						<Capped rows={found}>
							{(rows) => (
								<ul className="rows">
									{rows.map((row) => (
										<WebhookRow
											key={row.label}
											label={row.label}
											url={row.value}
											health={row.health}
											field="value"
											save={async (value) => {
												await api.stockNumberWebhooksChange({ action: 'UPDATE', label: row.label, value });
												await refresh('stockNumberWebhooks', 'operatorCounts');
											}}
											remove={() => erase([row])}
											chosen={chosen.has(row.label)}
											choose={(on) => chosen.set([row.label], on)}
										/>
									))}
								</ul>
							)}
						</Capped>
						{found.length === 0 && (
							<p className="empty">
								{wanted
									? 'None with that label.'
									: 'No webhook yet. Add the webhook of each channel that gets announcements.'}
							</p>
						)}
					</>
				)}
			</Loaded>
			<AddEndpoint opened={adding} close={() => setAdding(false)} />
		</section>
	);
}
