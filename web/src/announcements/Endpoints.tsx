import type { OperatorWebhook } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ChooseAll } from '../data/ChooseAll.tsx';
import { api } from '../data/client.ts';
import type { Chosen } from '../data/useChosen.ts';
import { useUndo } from '../data/Undo.tsx';
import { type Question, refresh } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
import { WebhookRow } from '../webhooks/WebhookRow.tsx';
import { AddEndpoint } from './AddEndpoint.tsx';

/** Rows drawn at a time; the filter finds the rest, and what is chosen stays so. */
const SHOWN = 200;

/** How a deletion that can be taken back is named. */
export const endpointKey = (label: string) => `stocknumber/${label}`;

/** The saved webhooks that announcements can go to, chosen here. */
export function Endpoints({ question, chosen }: { question: Question<OperatorWebhook[]>; chosen: Chosen }) {
	const [filter, setFilter] = useState('');
	const [adding, setAdding] = useState(false);
	const { remove, isGoing } = useUndo();
	const wanted = filter.trim().toLowerCase();
	const standing = (question.data ?? []).filter(({ label }) => !isGoing(endpointKey(label)));
	const found = standing.filter(({ label }) => label.toLowerCase().includes(wanted));
	const count = chosen.countOf(standing.map(({ label }) => label));

	const erase = ({ label, value }: OperatorWebhook) =>
		remove(endpointKey(label), `Deleted ${label}`, async () => {
			chosen.set([label], false);
			try {
				await api.stockNumberWebhooksChange({ action: 'DELETE', label, value });
			} finally {
				await refresh('stockNumberWebhooks');
			}
		});

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
			<div className="list-tools">
				<ChooseAll chosen={chosen} keys={found.map(({ label }) => label)} of="webhooks" />
				<span className="dim">
					{count} of {standing.length} chosen
				</span>
				<Button
					variant="default"
					size="compact-xs"
					disabled={count === 0}
					onClick={() => {
						for (const row of standing) if (chosen.has(row.label)) erase(row);
					}}
				>
					Delete chosen
				</Button>
			</div>
			<Loaded question={question} rows={3}>
				{() => (
					<>
						<ul className="rows">
							{found.slice(0, SHOWN).map((row) => (
								<WebhookRow
									key={row.label}
									label={row.label}
									url={row.value}
									health={row.health}
									field="value"
									save={async (value) => {
										await api.stockNumberWebhooksChange({ action: 'UPDATE', label: row.label, value });
										await refresh('stockNumberWebhooks');
									}}
									remove={() => erase(row)}
									chosen={chosen.has(row.label)}
									choose={(on) => chosen.set([row.label], on)}
								/>
							))}
						</ul>
						{found.length > SHOWN && <p className="empty">… and {found.length - SHOWN} more. Filter to find them.</p>}
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
