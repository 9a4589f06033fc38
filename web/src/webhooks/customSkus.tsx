import { ApiError, REFURBISHED_LIST, splitEntries } from '@dropwire/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { flushDeletions, useUndo } from '../ui/Undo.tsx';
import { type CallState, reasonOf, refresh, useCall } from '../api/useCall.ts';

/** The SKUs of a list that is managed alongside webhooks. Reads nothing on screens without such a list. */
export function useSkuList(list: string | undefined): {
	call: CallState<readonly string[]>;
	remove(sku: string): void;
} {
	const { data, ...call } = useCall('nikeWebhooks', list === REFURBISHED_LIST ? QUERY : null);
	const { remove } = useUndo();
	return {
		// The call returns webhooks for every region except USCustom, for which it returns SKUs.
		call: { ...call, data: data?.flatMap((item) => ('sku' in item ? [item.sku] : [])) },
		remove: (sku) =>
			remove(`sku/${sku}`, { done: `Deleted ${sku}`, infinitive: `delete ${sku}` }, async () => {
				await change(list ?? '', 'UNSET', [sku]);
				await refresh('nikeWebhooks');
			}),
	};
}
const QUERY = { region: 'USCustom', category: 'refurbished' } as const;

async function change(type: string, action: 'ADD' | 'UNSET', skus: readonly string[]): Promise<void> {
	await api.bulkSkus({ rows: skus.map((sku) => ({ action, type, sku })) });
}

/** The add panel's form for SKUs: adds all of them, or none if one is rejected. */
export function AddSku({ list, close }: { list: string; close(): void }) {
	const [input, setInput] = useState('');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	async function submit(event: FormEvent) {
		event.preventDefault();
		const skus = splitEntries(input);
		setError(skus.length === 0 ? 'Enter at least one SKU.' : null);
		if (skus.length === 0) return;
		setBusy(true);
		try {
			await flushDeletions();
			await change(list, 'ADD', skus);
			setInput('');
			close();
			void refresh('nikeWebhooks');
		} catch (failure) {
			setError(`Error: ${rejectionOf(skus, failure)}`);
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
				// What is typed during the upload would be cleared with the rest.
				readOnly={busy}
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

/** The reason why the server rejected the first bad SKU. Names the SKU if there are several. */
function rejectionOf(skus: readonly string[], failure: unknown): string {
	const field = failure instanceof ApiError ? Object.keys(failure.fields)[0] : undefined;
	const rejected = skus[Number(/^rows\.(\d+)\.sku$/.exec(field ?? '')?.[1])];
	if (field === undefined || rejected === undefined) return reasonOf(failure);
	return skus.length > 1 ? `${rejected}: ${reasonOf(failure, field)}` : reasonOf(failure, field);
}
