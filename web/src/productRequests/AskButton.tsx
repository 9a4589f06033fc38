import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import type { Outcome } from '../ui/useOutcome.ts';
import { outcomeOf } from './outcomeOf.ts';

/** Asks for a product to be watched, with one click. */
export function AskButton({ sku }: { sku: string }) {
	const [busy, setBusy] = useState(false);
	const [outcome, setOutcome] = useState<Outcome | null>(null);

	async function ask() {
		setBusy(true);
		try {
			setOutcome({ bad: false, text: outcomeOf((await api.productRequestCreate({ product: sku })).data) });
			await refresh('ownProductRequests');
		} catch (error) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(error, 'product')}` });
		}
		setBusy(false);
	}

	return (
		<div className="watch-this">
			{outcome?.bad !== false && (
				<Button variant="default" loading={busy} onClick={() => void ask()}>
					Ask for it to be watched
				</Button>
			)}
			<Banner outcome={outcome} />
		</div>
	);
}
