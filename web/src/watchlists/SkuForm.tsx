import './watchlists.css';
import { ADIDAS_LIST, type WatchList } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '../data/client.ts';
import { reasonOf, refresh } from '../data/useCall.ts';
import { splitSkus } from './splitSkus.ts';

/** The call fires after a moment, and its outcome stands for a while (spec 2, section 9). */
const DELAY_MS = 1000;
const BANNER_MS = 8000;

/** The lists of the SKU manager. */
export type SkuList = WatchList | typeof ADIDAS_LIST;

interface Outcome {
	bad: boolean;
	text: string;
}

/** Adds SKUs to one list or to several, and says what came of each. */
export function SkuForm({ title, lists }: { title: string; lists: readonly { list: SkuList; name: string }[] }) {
	const [input, setInput] = useState('');
	const [busy, setBusy] = useState<'ADD' | 'REMOVE' | null>(null);
	const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
	const [empty, setEmpty] = useState(false);

	useEffect(() => {
		if (outcomes.length === 0 || outcomes.some(({ bad }) => bad)) return undefined;
		const timer = setTimeout(() => setOutcomes([]), BANNER_MS);
		return () => clearTimeout(timer);
	}, [outcomes]);

	async function change(action: 'ADD' | 'REMOVE') {
		const sku = splitSkus(input);
		setEmpty(sku.length === 0);
		if (sku.length === 0) return;
		setBusy(action);
		setOutcomes([]);
		await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
		const results = await Promise.all(lists.map((list) => changeOne(action, sku, list, lists.length > 1)));
		setOutcomes(results);
		if (results.every(({ bad }) => !bad)) setInput('');
		setBusy(null);
		await refresh('skus');
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
					placeholder="CK9246-101 BV7114-001"
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

/** Adidas Hot #1 has a call of its own (spec 2, section 7). */
function changeSkus(action: 'ADD' | 'REMOVE', sku: string[], type: SkuList) {
	return type === ADIDAS_LIST ? api.adidasSkusChange({ action, sku, type }) : api.skusChange({ action, sku, type });
}

async function changeOne(
	action: 'ADD' | 'REMOVE',
	sku: string[],
	{ list, name }: { list: SkuList; name: string },
	named: boolean,
): Promise<Outcome> {
	const prefix = named ? `${name}: ` : '';
	try {
		const { data } = await changeSkus(action, sku, list);
		const done = action === 'ADD' ? 'SKU added successfully' : 'SKU deleted successfully';
		const rest = action === 'ADD' ? 'stood there already' : 'was not on the list';
		const unchanged = data.unchanged.length > 0 ? ` (${data.unchanged.join(', ')} ${rest})` : '';
		return { bad: false, text: `${prefix}${done}${unchanged}` };
	} catch (error) {
		return { bad: true, text: `${prefix}Error: ${reasonOf(error, 'sku', 'sku.0')}` };
	}
}
