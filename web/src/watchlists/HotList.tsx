import { HOT_LISTS, type HotMonitor } from '@dropwire/bff/contract';
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ChooseAll } from '../data/ChooseAll.tsx';
import { api } from '../data/client.ts';
import { ago, exactly } from '../data/time.ts';
import { useChosen } from '../data/useChosen.ts';
import { useUndo } from '../data/Undo.tsx';
import { refresh, useCall } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';

/** Rows drawn at a time; the filter finds the rest. */
const SHOWN = 200;

interface Entry {
	sku: string;
	productLink: string | null;
}

/** What is on a hot SKU list now, and since when. */
export function HotList({ monitor }: { monitor: HotMonitor }) {
	const { name } = HOT_LISTS[monitor];
	const question = useCall('hotSkus', { type: monitor });
	const [filter, setFilter] = useState('');
	const chosen = useChosen();
	const { remove, isGoing } = useUndo();
	const keyOf = ({ sku }: Entry) => `${monitor}/${sku}`;
	const wanted = filter.trim().toLowerCase();
	const standing = (question.data?.data ?? []).filter((entry) => !isGoing(keyOf(entry)));
	const found = standing.filter((entry) => `${entry.sku} ${entry.productLink ?? ''}`.toLowerCase().includes(wanted));
	const count = chosen.countOf(standing.map(keyOf));

	const erase = (entry: Entry) =>
		remove(keyOf(entry), `Removed ${entry.sku}`, async () => {
			chosen.set([keyOf(entry)], false);
			const { sku, productLink } = entry;
			try {
				await api.hotSkuDelete({ type: monitor, sku, ...(productLink !== null && { productLink }) });
			} finally {
				await refresh('hotSkus');
			}
		});

	return (
		<>
			<TextInput
				aria-label={`Filter ${name}`}
				placeholder="Filter the list"
				size="xs"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<div className="list-tools">
				<ChooseAll chosen={chosen} keys={found.map(keyOf)} of={`of ${name}`} />
				<span className="dim">{question.data ? `${standing.length} on the list` : ''}</span>
				<Button
					variant="default"
					size="compact-xs"
					disabled={count === 0}
					aria-label={`Remove chosen of ${name}`}
					onClick={() => {
						for (const entry of standing) if (chosen.has(keyOf(entry))) erase(entry);
					}}
				>
					Remove chosen
				</Button>
			</div>
			<div className="scroll-list" tabIndex={0} role="region" aria-label={`On the list of ${name}`}>
				<Loaded question={question} rows={3}>
					{() => (
						<>
							<ul className="rows">
								{found.slice(0, SHOWN).map((entry) => (
									<li className="row hot-row" key={entry.sku}>
										<Checkbox
											size="xs"
											aria-label={`Choose ${entry.sku}`}
											checked={chosen.has(keyOf(entry))}
											onChange={(event) => chosen.set([keyOf(entry)], event.currentTarget.checked)}
										/>
										<span className="hot-entry">
											<Text text={entry.sku} className="mono" />
											{entry.productLink !== null && <Text text={entry.productLink} className="dim" />}
											<time
												className="dim"
												dateTime={new Date(entry.addedAt).toISOString()}
												title={exactly(entry.addedAt)}
											>
												Added {ago(entry.addedAt)}
											</time>
										</span>
										<ActionIcon
											variant="subtle"
											color="gray"
											size={32}
											aria-label={`Remove ${entry.sku}`}
											title={`Remove ${entry.sku}`}
											onClick={() => erase(entry)}
										>
											<Trash2 size={16} aria-hidden="true" />
										</ActionIcon>
									</li>
								))}
							</ul>
							{found.length > SHOWN && <p className="empty">… and {found.length - SHOWN} more. Filter to find them.</p>}
							{found.length === 0 && (
								<p className="empty">{wanted ? 'None like that.' : 'Nothing on this list. Add to it above.'}</p>
							)}
						</>
					)}
				</Loaded>
			</div>
		</>
	);
}

/** A SKU, or the page of a product to look at. */
function Text({ text, className }: { text: string; className: string }) {
	if (!/^https?:/.test(text)) return <span className={className}>{text}</span>;
	return (
		<a className={className} href={text} title={text} target="_blank" rel="noreferrer">
			{text.replace(/^https?:\/\/(www\.)?/, '')}
		</a>
	);
}
