import { LIMITS } from '@dropwire/bff/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../data/client.ts';
import { FormModal } from '../data/FormModal.tsx';
import { refresh } from '../data/useCall.ts';
import type { Promo } from './PromoCodes.tsx';

/** Inserts, edits or deletes a promo code. */
export function PromoModal({ promo, close }: { promo: Promo | 'new' | null; close(): void }) {
	return (
		promo && <Open key={promo === 'new' ? promo : promo._id} promo={promo === 'new' ? null : promo} close={close} />
	);
}

function Open({ promo, close }: { promo: Promo | null; close(): void }) {
	const [promocode, setPromocode] = useState(promo?.promocode ?? '');
	const [description, setDescription] = useState(promo?.description ?? '');
	const values = { promocode, description };
	const done = async (work: Promise<unknown>) => {
		await work;
		await refresh('social', 'socialPosts');
	};
	return (
		<FormModal
			title={promo ? 'Edit promo code' : 'Insert promo code'}
			opened
			close={close}
			submit={
				promo
					? { label: 'Edit', run: () => done(api.promoEdit({ ...values, id: promo._id })) }
					: { label: 'Insert', run: () => done(api.promoInsert(values)) }
			}
			{...(promo && { other: { label: 'Delete', run: () => done(api.promoDelete({ id: promo._id })) } })}
			fields={['promocode', 'description']}
		>
			{(own) => (
				<>
					<TextInput
						label="Promo Code"
						required
						maxLength={LIMITS.label}
						spellCheck={false}
						value={promocode}
						onChange={(event) => setPromocode(event.currentTarget.value)}
						error={own('promocode')}
						data-autofocus
					/>
					<TextInput
						label="Description"
						required
						maxLength={LIMITS.title}
						value={description}
						onChange={(event) => setDescription(event.currentTarget.value)}
						error={own('description')}
					/>
				</>
			)}
		</FormModal>
	);
}
