import { ADIDAS_LIST, CHECK_KINDS, entryProblem, WATCH_LISTS } from '@dropwire/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { describeOn } from '../watchlists/describeEntries.ts';
import { EntryHint } from '../watchlists/EntryHint.tsx';

const LISTS = [...Object.keys(WATCH_LISTS), ADIDAS_LIST];

/** Puts a product on a watch list, with the round that the list then has; nothing if no list takes its SKU. */
export function WatchThis({ sku, on, added }: { sku: string; on: readonly string[]; added: () => void }) {
	const lists = LISTS.filter((list) => entryProblem(list, sku) === null && !on.includes(list));
	const [open, setOpen] = useState(false);
	const [chosen, setChosen] = useState('');
	const [busy, setBusy] = useState(false);
	const [outcome, setOutcome] = useState<{ bad: boolean; text: string } | null>(null);
	const list = lists.includes(chosen) ? chosen : lists[0];

	async function add() {
		if (list === undefined) return;
		setBusy(true);
		try {
			await api.bulkSkus({ rows: [{ action: 'SET', type: list, sku }] });
			setOutcome({ bad: false, text: `${sku} is now on ${list}.` });
			setOpen(false);
			added();
			await refresh('skus', 'skuStates');
		} catch (error) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(error, 'rows.0.sku')}` });
		}
		setBusy(false);
	}

	return (
		<div className="watch-this">
			{list !== undefined && !open && (
				<Button variant="default" onClick={() => setOpen(true)}>
					Put on a watch list
				</Button>
			)}
			{list !== undefined && open && (
				<>
					<div className="watch-form">
						<NativeSelect
							label="Watch list"
							data={lists.map((one) => ({ value: one, label: `${one}: ${yields(one)}` }))}
							value={list}
							disabled={busy}
							onChange={(event) => setChosen(event.currentTarget.value)}
						/>
						<Button onClick={() => void add()} loading={busy}>
							Add
						</Button>
						<Button variant="default" onClick={() => setOpen(false)} disabled={busy}>
							Cancel
						</Button>
					</div>
					<EntryHint described={[describeOn(list, sku)]} regions={[]} />
				</>
			)}
			<div role="status">{outcome && <p className={`banner ${outcome.bad ? 'bad' : 'good'}`}>{outcome.text}</p>}</div>
		</div>
	);
}

/** What a list sends: `restock, stock`. */
function yields(list: string): string {
	const kinds: readonly string[] = WATCH_LISTS[list as keyof typeof WATCH_LISTS] ?? CHECK_KINDS;
	return kinds.length === CHECK_KINDS.length
		? 'every change'
		: kinds.map((kind) => kind.toLowerCase().replace('_', ' ')).join(', ');
}
