import type { ProductRequest } from '@dropwire/contract';

/** What came of asking for a product, as a sentence. */
export function outcomeOf({ sku, status }: Pick<ProductRequest, 'sku' | 'status'>): string {
	return status === 'added'
		? `${sku} is watched already.`
		: `You asked for ${sku}. An operator decides, and the bot notifies you.`;
}
