import './watchlists.css';
import { ApiError, splitEntries } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { Banner } from '../shell/Banner.tsx';
import { useOutcome } from '../ui/useOutcome.ts';
import { changedText } from './changedText.ts';
import { describeAnywhere } from './describeEntry.ts';
import { EntryHint } from './EntryHint.tsx';

/** The display time of a success message, ms. */
const BANNER_MS = 8000;

/** Adds links and part numbers, each to the list of its shop, or removes them. */
export function LinkForm() {
	const [input, setInput] = useState('');
	const [busy, setBusy] = useState<'SET' | 'UNSET' | null>(null);
	const [error, setError] = useState<string | null>(null);
	const [outcome, setOutcome] = useOutcome(BANNER_MS);

	async function change(action: 'SET' | 'UNSET') {
		const described = [...new Set(splitEntries(input))].map(describeAnywhere);
		const unknown = described.find(({ list }) => list === null);
		setOutcome(null);
		if (described.length === 0) return setError('Enter a link or a part number.');
		if (unknown) return setError(`${unknown.entry} ${unknown.text}`);
		setError(null);
		setBusy(action);
		const rows = described.map(({ entry, list }) => ({ action, type: list ?? '', sku: entry }));
		try {
			const { data } = await api.bulkSkus({ rows });
			const withOutcome = (...outcomes: string[]) =>
				data.flatMap(({ outcome: one }, at) => (outcomes.includes(one) ? (rows[at]?.sku ?? []) : []));
			const changed = withOutcome('added', 'removed', 'changed');
			setOutcome({ bad: false, text: changedText(action === 'SET', changed, withOutcome('unchanged')) });
			setInput('');
		} catch (failure) {
			const field = failure instanceof ApiError ? Object.keys(failure.fields).slice(0, 1) : [];
			setOutcome({ bad: true, text: `Error: ${reasonOf(failure, ...field)}` });
		}
		setBusy(null);
		await refresh('skus', 'hotSkus', 'skuStates');
	}

	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				void change('SET');
			}}
		>
			<div className="sku-form">
				<TextInput
					label="Links to products, or part numbers of HP"
					value={input}
					error={error}
					spellCheck={false}
					placeholder="https://…"
					onChange={(event) => setInput(event.currentTarget.value)}
				/>
				<Button type="submit" loading={busy === 'SET'} disabled={busy !== null}>
					Add
				</Button>
				<Button
					variant="default"
					loading={busy === 'UNSET'}
					disabled={busy !== null}
					onClick={() => void change('UNSET')}
				>
					Remove
				</Button>
			</div>
			<EntryHint text={input} lists={describeAnywhere} regions={[]} />
			<Banner outcome={outcome} />
		</form>
	);
}
