import { ApiError, REFURBISHED_LIST } from '@dropwire/bff/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { type Question, reasonOf, refresh, useCall } from '../data/useCall.ts';
import { splitSkus } from '../watchlists/splitSkus.ts';

/** The SKUs of a list that is managed beside webhooks; never loaded where the screen has no such list. */
export function useSkuList(list: string | undefined): {
	question: Question<readonly string[]>;
	remove(sku: string): void;
} {
	const { data, ...question } = useCall('nikeWebhooks', list === REFURBISHED_LIST ? QUERY : null);
	const { remove } = useUndo();
	return {
		// Nike's groups have two shapes: rows of webhooks, and for USCustom the SKUs.
		question: { ...question, data: data?.flatMap((item) => ('sku' in item ? [item.sku] : [])) },
		remove: (sku) =>
			remove(`sku/${sku}`, `Deleted ${sku}`, async () => {
				await change(list ?? '', 'UNSET', [sku]);
				await refresh('nikeWebhooks');
			}),
	};
}
const QUERY = { region: 'USCustom', category: 'refurbished' } as const;

async function change(type: string, action: 'ADD' | 'UNSET', skus: readonly string[]): Promise<void> {
	await api.bulkSkus({ rows: skus.map((sku) => ({ action, type, sku })) });
}

/** The add panel's other form: one SKU or several, all of them or none. */
export function AddSku({ list, close }: { list: string; close(): void }) {
	const [input, setInput] = useState('');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	async function submit(event: FormEvent) {
		event.preventDefault();
		const skus = splitSkus(input);
		setError(skus.length === 0 ? 'Enter at least one SKU.' : null);
		if (skus.length === 0) return;
		setBusy(true);
		try {
			await change(list, 'ADD', skus);
			setInput('');
			close();
			void refresh('nikeWebhooks');
		} catch (failure) {
			setError(`Error: ${objectionTo(skus, failure)}`);
		}
		setBusy(false);
	}
	return (
		<form className="panel-form" onSubmit={(event) => void submit(event)}>
			<TextInput
				label="SKU"
				required
				placeholder="CK9246-101 BV7114-001"
				value={input}
				onChange={(event) => setInput(event.currentTarget.value)}
				error={error}
				data-autofocus
			/>
			<NativeSelect label="Region" data={[{ value: 'US', label: 'United States' }]} />
			<div className="two">
				<Button variant="default" onClick={close}>
					Cancel
				</Button>
				<Button type="submit" loading={busy}>
					Upload
				</Button>
			</div>
		</form>
	);
}

/** What the server has against the first SKU that it refuses; of several it is named. */
function objectionTo(skus: readonly string[], failure: unknown): string {
	const field = failure instanceof ApiError ? Object.keys(failure.fields)[0] : undefined;
	const refused = skus[Number(/^rows\.(\d+)\.sku$/.exec(field ?? '')?.[1])];
	if (field === undefined || refused === undefined) return reasonOf(failure);
	return skus.length > 1 ? `${refused}: ${reasonOf(failure, field)}` : reasonOf(failure, field);
}
