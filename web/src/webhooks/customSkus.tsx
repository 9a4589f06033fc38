import { REFURBISHED_LIST } from '@dropwire/bff/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { reasonOf, refresh, useCall } from '../data/useCall.ts';

/** The SKUs of a list that is managed beside webhooks; none where the screen has no such list. */
export function useSkuList(list: string | undefined): { list: readonly string[]; remove(sku: string): void } {
	const { data } = useCall('nikeWebhooks', list === REFURBISHED_LIST ? QUERY : null);
	const { remove } = useUndo();
	return {
		// Nike's groups have two shapes: rows of webhooks, and for USCustom the SKUs.
		list: data?.flatMap((item) => ('sku' in item ? [item.sku] : [])) ?? [],
		remove: (sku) =>
			remove(`sku/${sku}`, `Deleted ${sku}`, async () => {
				await change(list ?? '', 'UNSET', sku);
				await refresh('nikeWebhooks');
			}),
	};
}
const QUERY = { region: 'USCustom', category: 'refurbished' } as const;

async function change(type: string, action: 'ADD' | 'UNSET', sku: string): Promise<void> {
	await api.bulkSkus({ rows: [{ action, type, sku }] });
}

/** The add panel's other form: one SKU. */
export function AddSku({ list, close }: { list: string; close(): void }) {
	const [sku, setSku] = useState('');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		try {
			await change(list, 'ADD', sku.trim());
			setSku('');
			close();
			void refresh('nikeWebhooks');
		} catch (failure) {
			setError(reasonOf(failure, 'rows.0.sku'));
		}
		setBusy(false);
	}
	return (
		<form className="panel-form" onSubmit={(event) => void submit(event)}>
			<TextInput
				label="SKU"
				required
				maxLength={64}
				value={sku}
				onChange={(event) => setSku(event.currentTarget.value)}
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
