import type { KeywordWatch } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { type Draft, errorFor, placeText, wantedOf } from './wanted.ts';

const FIELDS = [
	{ name: 'include', label: 'Words or phrases' },
	{ name: 'exclude', label: 'Without' },
	{ name: 'minPrice', label: 'Lowest price' },
	{ name: 'maxPrice', label: 'Highest price' },
] as const;

/** Changes what a keyword watch looks for, at the same shop. */
export function EditWatch({ watch, close }: { watch: KeywordWatch; close(): void }) {
	const [draft, setDraft] = useState<Draft>({
		source: watch.source,
		region: watch.region,
		shop: watch.shop ?? '',
		include: watch.include.join(', '),
		exclude: watch.exclude.join(', '),
		minPrice: String(watch.minPrice ?? ''),
		maxPrice: String(watch.maxPrice ?? ''),
	});
	const [error, setError] = useState<unknown>(null);
	async function save() {
		try {
			await api.keywordWatchEdit({ id: watch.id, ...wantedOf(draft, watch.shop !== null) });
			await refresh('keywordWatches', 'foundProducts');
		} catch (failure) {
			setError(failure);
			throw failure;
		}
	}
	return (
		<FormModal
			title={`Edit watch at ${placeText(watch)}`}
			opened
			close={close}
			submit={{ label: 'Save', run: save }}
			// The server names a phrase by its index.
			fields={FIELDS.flatMap(({ name }) => [name, ...draft[name].split(',').map((_, at) => `${name}.${at}`)])}
		>
			{() =>
				FIELDS.map(({ name, label }) => (
					<TextInput
						key={name}
						label={label}
						required={name === 'include'}
						data-autofocus={name === 'include' || undefined}
						{...(name.endsWith('Price') && { type: 'number', min: 0, step: 1 })}
						value={draft[name]}
						error={errorFor(error, name)}
						onChange={({ currentTarget: { value } }) => setDraft({ ...draft, [name]: value })}
					/>
				))
			}
		</FormModal>
	);
}
