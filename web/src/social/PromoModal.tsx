import { type CallOutput, type Contract, LIMITS } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { DELETE, REPLACE, useSeen } from './useSeen.ts';

export type Promo = CallOutput<Contract['social']>['promocodes'][number];

/** Inserts, edits or deletes a promo code. */
export function PromoModal({ promo, close }: { promo: Promo | 'new' | null; close(): void }) {
	return (
		promo && (
			<PromoForm key={promo === 'new' ? promo : promo._id} promo={promo === 'new' ? null : promo} close={close} />
		)
	);
}

function PromoForm({ promo, close }: { promo: Promo | null; close(): void }) {
	const [promocode, setPromocode] = useState(promo?.promocode ?? '');
	const [description, setDescription] = useState(promo?.description ?? '');
	const values = { promocode, description };
	const save = useSeen(promo, ({ promocodes }) => promocodes.find(({ _id }) => _id === promo?._id));
	return (
		<FormModal
			title={promo ? 'Edit promo code' : 'Insert promo code'}
			opened
			close={close}
			submit={
				promo
					? {
							label: 'Edit',
							run: () => save((seen) => api.promoEdit({ ...values, id: promo._id, ...seen }), REPLACE),
						}
					: { label: 'Insert', run: () => save(() => api.promoInsert(values)) }
			}
			{...(promo && {
				other: { label: 'Delete', run: () => save((seen) => api.promoDelete({ id: promo._id, ...seen }), DELETE) },
			})}
			fields={['promocode', 'description']}
		>
			{(errorFor) => (
				<>
					<TextInput
						label="Promo Code"
						required
						maxLength={LIMITS.label}
						spellCheck={false}
						value={promocode}
						onChange={(event) => setPromocode(event.currentTarget.value)}
						error={errorFor('promocode')}
						data-autofocus
					/>
					<TextInput
						label="Description"
						required
						maxLength={LIMITS.title}
						value={description}
						onChange={(event) => setDescription(event.currentTarget.value)}
						error={errorFor('description')}
					/>
				</>
			)}
		</FormModal>
	);
}
