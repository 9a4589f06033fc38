import { ApiError, hostProblem, HOT_LISTS, type HotEntry, type HotMonitor, splitEntries } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { useOutcome } from '../ui/useOutcome.ts';
import { Banner } from '../shell/Banner.tsx';
import { changedText } from './changedText.ts';
import { EntryHint } from './EntryHint.tsx';
import { LinkTest } from './LinkTest.tsx';

/** Display time of the spinner, and then of the success message, ms (spec 2, section 9). */
const SPINNER_MS = 1000;
const NOTE_MS = 3000;

/** The first field, by the list's kind of entry. */
const FIELDS: Readonly<Record<Exclude<HotEntry, 'sku or link'>, { label: string; type: string; placeholder: string }>> =
	{
		link: { label: 'Product link', type: 'url', placeholder: 'https://…' },
		sku: { label: 'SKU', type: 'text', placeholder: 'CK9246-101' },
		skus: { label: 'SKU', type: 'text', placeholder: 'GW3773 HQ4199' },
		'sku and link': { label: 'SKU', type: 'text', placeholder: 'M990GL6' },
	};
type Action = 'Add' | 'Remove';

/** Adds an entry to a hot SKU list, or removes it. */
export function HotForm({ monitor }: { monitor: HotMonitor }) {
	const { list, takes, name } = HOT_LISTS[monitor];
	const [sku, setSku] = useState('');
	const [productLink, setProductLink] = useState('');
	const [busy, setBusy] = useState<Action | null>(null);
	const [error, setError] = useState<unknown>(null);
	const [outcome, setOutcome] = useOutcome(NOTE_MS);
	const withLink = takes === 'sku and link';
	const field = FIELDS[takes];

	async function change(action: Action) {
		if (busy) return;
		setBusy(action);
		setError(null);
		setOutcome(null);
		const pause = new Promise((resolve) => setTimeout(resolve, SPINNER_MS));
		const input = {
			type: monitor,
			sku: takes === 'skus' ? splitEntries(sku) : sku.trim(),
			...(withLink && { productLink: productLink.trim() }),
		};
		try {
			const { data } = await (action === 'Add' ? api.hotSkuCreate(input) : api.hotSkuDelete(input));
			await pause;
			setSku('');
			setProductLink('');
			const done = action === 'Add' ? 'SKU added successfully' : 'SKU deleted successfully';
			setOutcome({ bad: false, text: `${done} (${changedText(action === 'Add', [data.sku].flat(), [])})` });
		} catch (failure) {
			await pause;
			setError(failure);
			if (!errorFor(failure, 'sku') && !errorFor(failure, 'productLink'))
				setOutcome({ bad: true, text: `Error: ${reasonOf(failure)}` });
		}
		setBusy(null);
		void refresh('hotSkus', 'skuStates');
	}

	return (
		<form
			onSubmit={(event: FormEvent<HTMLFormElement>) => {
				event.preventDefault();
				// Both buttons submit the form, so that the browser checks its required fields first.
				const { submitter } = event.nativeEvent as SubmitEvent;
				void change((submitter as HTMLButtonElement | null)?.value === 'Remove' ? 'Remove' : 'Add');
			}}
		>
			<div className="hot-form">
				<TextInput
					label={field.label}
					aria-label={`${field.label} for ${name}`}
					type={field.type}
					placeholder={field.placeholder}
					required
					spellCheck={false}
					value={sku}
					error={errorFor(error, 'sku')}
					onChange={(event) => setSku(event.currentTarget.value)}
				/>
				{withLink && (
					<TextInput
						label="Product link"
						aria-label={`Product link for ${name}`}
						type="url"
						placeholder="https://…"
						required
						spellCheck={false}
						value={productLink}
						error={errorFor(error, 'productLink')}
						onChange={(event) => setProductLink(event.currentTarget.value)}
					/>
				)}
				<EntryHint text={sku} lists={[list]} regions={[]} />
				{withLink && hostProblem(list, productLink) === null && (
					<LinkTest key={productLink} url={productLink.trim()} list={list} />
				)}
				<div className="hot-buttons">
					<Button type="submit" value="Add" loading={busy === 'Add'} disabled={busy !== null}>
						Add
					</Button>
					<Button type="submit" value="Remove" variant="default" loading={busy === 'Remove'} disabled={busy !== null}>
						Remove
					</Button>
				</div>
			</div>
			<div className="hot-note">
				<Banner outcome={outcome} />
			</div>
		</form>
	);
}

/** The server's error for a field, including errors that name one of several SKUs by index. */
function errorFor(error: unknown, field: 'sku' | 'productLink'): string | null {
	if (!(error instanceof ApiError)) return null;
	const found = Object.keys(error.fields).find((name) => name === field || name.startsWith(`${field}.`));
	return found ? `Error: ${reasonOf(error, found)}` : null;
}
