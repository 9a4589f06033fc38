import { ANNOUNCEMENT_TOPIC, type OperatorWebhook } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Capped } from '../ui/Capped.tsx';
import { ListCard } from '../ui/ListCard.tsx';
import { ListTools } from '../ui/ListTools.tsx';
import { useSelection } from '../ui/useSelection.ts';
import { counted } from '../ui/format.ts';
import { useFilter } from '../ui/useFilter.ts';
import { flushDeletions, useUndo } from '../ui/Undo.tsx';
import { type CallState, refresh } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { changeRows, deleteRows } from '../webhooks/useOperatorRows.ts';
import { WebhookRow } from '../webhooks/WebhookRow.tsx';

/** Dialogs are half of the page's scripts, so they load with the first one. */
const AddEndpoint = lazy(async () => ({ default: (await import('./AddEndpoint.tsx')).AddEndpoint }));

/** The key of a row while its deletion can be undone. */
export const endpointKey = (label: string) => `stocknumber/${label}`;

/** The saved webhooks that announcements can be sent to. What is selected here can be deleted together. */
export function Endpoints({ call }: { call: CallState<OperatorWebhook[]> }) {
	const selection = useSelection();
	const [filter, setFilter] = useFilter();
	// `null` before the first opening. A closed panel stays, since it keeps what was entered.
	const [adding, setAdding] = useState<boolean | null>(null);
	const { remove, isPendingDelete } = useUndo();
	const wanted = filter.trim().toLowerCase();
	const saved = (call.data ?? []).filter(({ label }) => !isPendingDelete(endpointKey(label)));
	const found = saved.filter(({ label }) => label.toLowerCase().includes(wanted));

	const erase = (rows: readonly OperatorWebhook[]) => {
		const labels = rows.map(({ label }) => label);
		const what = rows.length === 1 ? (labels[0] ?? '') : counted(rows.length, 'webhook');
		remove(labels.map(endpointKey), { done: `Deleted ${what}`, infinitive: `delete ${what}` }, async () => {
			selection.set(labels, false);
			try {
				await deleteRows(rows.map((row) => ({ ...ANNOUNCEMENT_TOPIC, ...row })));
			} finally {
				await refresh('stockNumberWebhooks', 'operatorCounts');
			}
		});
	};

	return (
		<ListCard
			id="endpoints"
			title="Webhook URL"
			filterLabel="Filter webhooks"
			placeholder="Filter by label"
			filter={filter}
			setFilter={setFilter}
			tools={
				<Button size="xs" leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
					Add webhook
				</Button>
			}
		>
			<ListTools
				selection={selection}
				keyOf={({ label }) => label}
				rows={saved}
				shown={found}
				of="webhooks"
				note={counted(saved.length, 'webhook')}
				act={erase}
			/>
			<Loaded call={call} rows={3}>
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
											place={row.place}
											field="value"
											save={async (value, before) => {
												await flushDeletions();
												try {
													await changeRows('UPDATE', [{ ...ANNOUNCEMENT_TOPIC, label: row.label, value, before }]);
												} finally {
													// Also after a rejection, since somebody may have changed the URL.
													await refresh('stockNumberWebhooks', 'operatorCounts');
												}
											}}
											remove={() => erase([row])}
											selected={selection.has(row.label)}
											select={(on) => selection.set([row.label], on)}
										/>
									))}
								</ul>
							)}
						</Capped>
						{found.length === 0 && (
							<p className="empty">
								{wanted
									? 'No label matches the filter.'
									: 'No webhooks yet. Add the webhook of each channel that gets announcements.'}
							</p>
						)}
					</>
				)}
			</Loaded>
			{adding !== null && (
				<Suspense>
					<AddEndpoint opened={adding} close={() => setAdding(false)} />
				</Suspense>
			)}
		</ListCard>
	);
}
