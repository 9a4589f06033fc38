import type { Knex, WatchEntry } from '@dropwire/db';
import { productSkuOf } from '@dropwire/domain';
import type { Answer, WatchedProduct } from '@dropwire/retailers';
import { skuHash } from './entriesOf.ts';

/** The SKU of an entry's product in `products`. A link that was stored before products had links gets it at its first reading. */
export function skuOf({ list, sku, productSku }: Pick<WatchEntry, 'list' | 'sku' | 'productSku'>): string {
	return productSku ?? productSkuOf(list, sku) ?? sku;
}

/** The link of an entry's product; null for an entry that is only a SKU. */
export function linkOf({ sku, productLink }: Pick<WatchEntry, 'sku' | 'productLink'>): string | null {
	return productLink ?? (/^https?:/i.test(sku) ? sku : null);
}

/**
 * Stores what the first reading of a link revealed: its format, and the shop's own SKU if the link names none. The format
 * and the SKU of a link never change afterwards.
 * @returns the provisional SKUs that no entry has any more
 */
export async function learnLinks(
	knex: Knex,
	lists: readonly string[],
	products: readonly WatchedProduct[],
	answers: ReadonlyMap<string, Answer>,
): Promise<string[]> {
	const replaced: string[] = [];
	for (const { sku, link, adapter } of products) {
		const answer = answers.get(sku);
		if (link === null || adapter !== null || answer?.kind !== 'read' || !answer.adapter) continue;
		const found = answer.snapshot.sku;
		await knex('watch_entries')
			.whereIn('list', [...lists])
			.whereIn('skuHash', [skuHash(link), skuHash(sku)])
			.whereNull('adapter')
			.update({ adapter: answer.adapter, productSku: found });
		if (found !== sku) replaced.push(sku);
	}
	return replaced;
}
