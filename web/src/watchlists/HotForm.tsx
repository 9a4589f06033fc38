import { ApiError, HOT_LISTS, type HotEntry, type HotMonitor } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../data/client.ts';
import { reasonOf, refresh } from '../data/useCall.ts';
import { useOutcome } from '../data/useOutcome.ts';
import { Banner } from '../shell/Banner.tsx';
import { splitSkus } from './splitSkus.ts';

/** The spinner, and how long good news stands after it (spec 2, section 9). */
const SPINNER_MS = 1000;
const NOTE_MS = 3000;

/** How the first field looks, by what an entry of the list is. */
const FIELDS: Readonly<Record<HotEntry, { label: string; type: string; placeholder: string }>> = {
	link: { label: 'Product link', type: 'url', placeholder: 'https://…' },
	sku: { label: 'SKU', type: 'text', placeholder: 'CK9246-101' },
	skus: { label: 'SKU', type: 'text', placeholder: 'GW3773 HQ4199' },
	'sku and link': { label: 'SKU', type: 'text', placeholder: 'M990GL6' },
};
type Work = 'Add' | 'Remove';

/** Puts an entry on a hot SKU list, or takes it off. */
export function HotForm({ monitor }: { monitor: HotMonitor }) {
	const { takes, name } = HOT_LISTS[monitor];
	const [sku, setSku] = useState('');
	const [productLink, setProductLink] = useState('');
	const [busy, setBusy] = useState<Work | null>(null);
	const [error, setError] = useState<unknown>(null);
	const [outcome, setOutcome] = useOutcome(NOTE_MS);
	const withLink = takes === 'sku and link';
	const field = FIELDS[takes];

	async function change(work: Work) {
		if (busy) return;
		setBusy(work);
		setError(null);
		setOutcome(null);
		const pause = new Promise((resolve) => setTimeout(resolve, SPINNER_MS));
		const input = {
			type: monitor,
			sku: takes === 'skus' ? splitSkus(sku) : sku.trim(),
			...(withLink && { productLink: productLink.trim() }),
		};
		try {
			await (work === 'Add' ? api.hotSkuCreate(input) : api.hotSkuDelete(input));
			await pause;
			setSku('');
			setProductLink('');
			setOutcome({ bad: false, text: work === 'Add' ? 'SKU added successfully' : 'SKU deleted successfully' });
		} catch (failure) {
			await pause;
			setError(failure);
			if (!ownOf(failure, 'sku') && !ownOf(failure, 'productLink'))
				setOutcome({ bad: true, text: `Error: ${reasonOf(failure)}` });
		}
		setBusy(null);
		void refresh('hotSkus');
	}

	return (
		<form
			onSubmit={(event: FormEvent<HTMLFormElement>) => {
				event.preventDefault();
				// Both buttons submit, so that the browser asks for what is missing before either.
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
					error={ownOf(error, 'sku')}
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
						error={ownOf(error, 'productLink')}
						onChange={(event) => setProductLink(event.currentTarget.value)}
					/>
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

/** The server's objection to a field; of several SKUs it names each by its place. */
function ownOf(error: unknown, field: 'sku' | 'productLink'): string | null {
	if (!(error instanceof ApiError)) return null;
	const found = Object.keys(error.fields).find((name) => name === field || name.startsWith(`${field}.`));
	return found ? `Error: ${reasonOf(error, found)}` : null;
}
