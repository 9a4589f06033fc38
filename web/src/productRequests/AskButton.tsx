import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { outcomeOf } from './outcomeOf.ts';

/**
 * Asks for a product to be watched, with one click.
 * @param product its SKU or its link
 */
export function AskButton({ product }: { product: string }) {
	const { busy, error, attempt } = useAttempt('product');
	const [answer, setAnswer] = useState<string | null>(null);
	const ask = () =>
		attempt(async () => {
			setAnswer(outcomeOf((await api.productRequestCreate({ product })).data));
			await refresh('ownProductRequests');
		});
	const text = error ?? answer;

	return (
		<div className="watch-this">
			{answer === null && (
				<Button variant="default" loading={busy} onClick={() => void ask()}>
					Ask for it to be watched
				</Button>
			)}
			<Banner outcome={text === null ? null : { bad: error !== null, text }} />
		</div>
	);
}
