import { PIN_LIMITS } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { FormModal } from '../ui/FormModal.tsx';
import type { Entry } from './EntryRow.tsx';

/** The interval that a form begins with, s. */
const FIRST_S = 10;

/** Pins the time between two checks of an entry, or ends that. */
export function PinForm({ list, entry, close }: { list: string; entry: Entry | null; close(): void }) {
	return entry && <Form key={entry.sku} list={list} entry={entry} close={close} />;
}

function Form({ list, entry: { sku, intervalMs }, close }: { list: string; entry: Entry; close(): void }) {
	const [seconds, setSeconds] = useState(String(intervalMs === null ? FIRST_S : intervalMs / 1000));
	const pin = async (ms: number | null) => {
		await api.skuPin({ type: list, sku, intervalMs: ms });
		await refresh('skus', 'hotSkus');
	};
	return (
		<FormModal
			title={`Pin the interval of ${sku}`}
			opened
			close={close}
			submit={{ label: 'Pin', run: () => pin(Math.round(Number(seconds) * 1000)) }}
			{...(intervalMs !== null && { other: { label: 'Unpin', run: () => pin(null) } })}
			fields={['intervalMs']}
		>
			{(errorFor) => (
				<TextInput
					type="number"
					label="Seconds between two checks"
					description="Within the budget of its shop: pinned products get at most half of the calls. Hot lists and launches are checked as before."
					min={PIN_LIMITS.minMs / 1000}
					max={PIN_LIMITS.maxMs / 1000}
					value={seconds}
					onChange={({ currentTarget: { value } }) => setSeconds(value)}
					error={errorFor('intervalMs')}
					required
					data-autofocus
				/>
			)}
		</FormModal>
	);
}
