import './watchlists.css';
import { ADIDAS_LIST, ApiError, entryExample, splitEntries, type WatchList } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { changedText } from './changedText.ts';
import { EntryHint } from './EntryHint.tsx';
import { RegionPicker } from './RegionPicker.tsx';

/** The delay before the call is sent, and the display time of its success message, ms (spec 2, section 9). */
const DELAY_MS = 1000;
const BANNER_MS = 8000;

/** The lists of the SKU manager. */
export type SkuList = WatchList | typeof ADIDAS_LIST;

interface Outcome {
	bad: boolean;
	text: string;
}

/** A list and its name on the screen. */
export interface Named {
	list: SkuList;
	name: string;
}

/** Adds SKUs to one list or several, or removes them, and shows the outcome for each list. */
export function SkuForm({ title, lists }: { title: string; lists: readonly [Named, ...Named[]] }) {
	const [input, setInput] = useState('');
	const [regions, setRegions] = useState<readonly string[]>([]);
	const [busy, setBusy] = useState<'ADD' | 'REMOVE' | null>(null);
	const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
	const [empty, setEmpty] = useState(false);

	useEffect(() => {
		if (outcomes.length === 0 || outcomes.some(({ bad }) => bad)) return undefined;
		const timer = setTimeout(() => setOutcomes([]), BANNER_MS);
		return () => clearTimeout(timer);
	}, [outcomes]);

	async function change(action: 'ADD' | 'REMOVE') {
		const sku = [...new Set(splitEntries(input))];
		setEmpty(sku.length === 0);
		if (sku.length === 0) return;
		setBusy(action);
		setOutcomes([]);
		await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
		const results = await Promise.all(lists.map((list) => changeOne({ action, sku, regions }, list, lists.length > 1)));
		setOutcomes(results);
		if (results.every(({ bad }) => !bad)) setInput('');
		setBusy(null);
		await refresh('skus', 'skuStates');
	}

	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				void change('ADD');
			}}
		>
			<div className="sku-form">
				<TextInput
					label={title}
					value={input}
					error={empty && 'Enter at least one SKU.'}
					onChange={(event) => setInput(event.currentTarget.value)}
					placeholder={entryExample(lists[0].list)}
				/>
				<Button type="submit" loading={busy === 'ADD'} disabled={busy !== null}>
					Add
				</Button>
				<Button
					variant="default"
					loading={busy === 'REMOVE'}
					disabled={busy !== null}
					onClick={() => void change('REMOVE')}
				>
					Remove
				</Button>
			</div>
			<RegionPicker list={lists[0].list} regions={regions} set={setRegions} />
			<EntryHint text={input} lists={[lists[0].list, ...lists.slice(1).map(({ list }) => list)]} regions={regions} />
			<div role="status">
				{outcomes.map(({ bad, text }) => (
					<p className={`banner ${bad ? 'bad' : 'good'}`} key={text}>
						{text}
					</p>
				))}
			</div>
		</form>
	);
}

interface Change {
	action: 'ADD' | 'REMOVE';
	sku: string[];
	/** None: for existing entries, keep theirs. */
	regions: readonly string[];
}

/** Adidas Hot #1 has a separate call (spec 2, section 7). */
function changeSkus({ action, sku, regions }: Change, type: SkuList) {
	const own = regions.length > 0 && { regions: [...regions] };
	return type === ADIDAS_LIST
		? api.adidasSkusChange({ action, sku, type, ...own })
		: api.skusChange({ action, sku, type, ...own });
}

async function changeOne(change: Change, { list, name }: Named, named: boolean): Promise<Outcome> {
	const adding = change.action === 'ADD';
	const prefix = named ? `${name}: ` : '';
	try {
		const { data } = await changeSkus(change, list);
		const done = adding ? 'SKU added successfully' : 'SKU deleted successfully';
		const { changed, unchanged, updated = [] } = data;
		const moved = updated.length > 0 ? `; regions changed: ${updated.join(', ')}` : '';
		return { bad: false, text: `${prefix}${done} (${changedText(adding, changed, unchanged)}${moved})` };
	} catch (error) {
		const field = error instanceof ApiError ? Object.keys(error.fields)[0] : undefined;
		return { bad: true, text: `${prefix}Error: ${reasonOf(error, ...(field === undefined ? [] : [field]))}` };
	}
}
