import type { CallOutput, Contract } from '@dropwire/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { keptDraft } from '../ui/keptDraft.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { useOutcome } from '../ui/useOutcome.ts';
import { Trial, type TrialResult } from './Trial.tsx';
import { type Draft, errorFor, wantedOf } from './wanted.ts';

type Searchable = CallOutput<Contract['keywordWatches']>['searchable'];
type Action = 'Add' | 'Try';

/** The display time of a success message, ms. */
const BANNER_MS = 8000;
const FIELDS = ['source', 'region', 'shop', 'include', 'exclude', 'minPrice', 'maxPrice'] as const;

/** Null before the first edit. The shop of the last watch stays for the next one. */
const kept = keptDraft<Draft | null>(
	null,
	(draft) =>
		draft === null || [draft.include, draft.exclude, draft.minPrice, draft.maxPrice].every((text) => !text.trim()),
);

/** Adds a keyword watch, or shows what it would find now before it is added. */
export function WatchForm({ searchable }: { searchable: Searchable }) {
	const [empty] = useState(() => emptyDraft(searchable));
	const draft = kept.useDraft() ?? empty;
	const [busy, setBusy] = useState<Action | null>(null);
	const [error, setError] = useState<unknown>(null);
	const [trial, setTrial] = useState<{ of: Draft; result: TrialResult } | null>(null);
	const [outcome, setOutcome] = useOutcome(BANNER_MS);
	const source = searchable.find((one) => one.source === draft.source);

	const change = (part: Partial<Draft>) => kept.write({ ...draft, ...part });

	async function run(action: Action) {
		if (busy) return;
		setBusy(action);
		setError(null);
		setOutcome(null);
		const wanted = wantedOf(draft, source?.anyShop === true);
		try {
			if (action === 'Try') setTrial({ of: draft, result: (await api.keywordTry(wanted)).data });
			else {
				// A removed watch can be added again at once.
				await flushDeletions();
				await api.keywordWatchCreate(wanted);
				// The next watch may have been typed in the meantime.
				const { source: same, region, shop } = draft;
				if (kept.read() === draft) kept.write({ ...emptyDraft(searchable), source: same, region, shop });
				setTrial(null);
				setOutcome({ bad: false, text: 'Watch added. What its first search finds is not new.' });
				await refresh('keywordWatches');
			}
		} catch (failure) {
			setError(failure);
			if (FIELDS.every((field) => errorFor(failure, field) === null)) {
				setOutcome({ bad: true, text: `Error: ${reasonOf(failure)}` });
			}
		}
		setBusy(null);
	}

	const text = (field: keyof Draft) => ({
		value: draft[field],
		error: errorFor(error, field),
		onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
	});
	return (
		<form
			onSubmit={(event: FormEvent<HTMLFormElement>) => {
				event.preventDefault();
				// Both buttons submit the form, so that the browser checks its required fields first.
				const { submitter } = event.nativeEvent as SubmitEvent;
				void run((submitter as HTMLButtonElement | null)?.value === 'Try' ? 'Try' : 'Add');
			}}
		>
			<div className="keyword-form">
				<NativeSelect
					label="Source"
					data={searchable.map((one) => one.source)}
					{...text('source')}
					onChange={(event) => {
						const next = searchable.find((one) => one.source === event.currentTarget.value);
						if (next) change({ source: next.source, region: regionFor(next, draft.region) });
					}}
				/>
				<NativeSelect label="Region" data={source?.regions ?? []} {...text('region')} />
				{source?.anyShop && (
					<TextInput
						className="wide"
						label="Shop"
						required
						type="url"
						spellCheck={false}
						placeholder="https://shop.example"
						{...text('shop')}
					/>
				)}
				<TextInput
					className="wide"
					label="Words or phrases"
					required
					placeholder="dunk low, jordan 1"
					{...text('include')}
				/>
				<TextInput className="wide" label="Without" placeholder="kids, toddler" {...text('exclude')} />
				<TextInput label="Lowest price" type="number" min={0} step={1} {...text('minPrice')} />
				<TextInput label="Highest price" type="number" min={0} step={1} {...text('maxPrice')} />
			</div>
			<p className="dim keyword-hint">
				A title matches if it has one of the phrases, separated by commas, as whole words. Prices are in the shop&apos;s
				currency, without cents.
			</p>
			<div className="keyword-buttons">
				<Button type="submit" value="Add" loading={busy === 'Add'} disabled={busy !== null}>
					Add watch
				</Button>
				<Button type="submit" value="Try" variant="default" loading={busy === 'Try'} disabled={busy !== null}>
					Try
				</Button>
			</div>
			<Banner outcome={outcome} />
			<div role="status">{trial?.of === draft && <Trial trial={trial.result} />}</div>
		</form>
	);
}

function emptyDraft([first]: Searchable): Draft {
	const region = first ? regionFor(first, 'US') : 'US';
	return { source: first?.source ?? '', region, shop: '', include: '', exclude: '', minPrice: '', maxPrice: '' };
}

function regionFor({ regions }: Searchable[number], wanted: string): string {
	return regions.includes(wanted) ? wanted : (regions[0] ?? '');
}
