import type { Knex, WatchEntry } from '@dropwire/db';
import { productSkuOf, skuFromHandle } from '@dropwire/domain';
import type { Answer, Source, WatchedProduct } from '@dropwire/retailers';
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
 * and the SKU of a link never change afterwards. Two shops can sell products with the same SKU: of the links of a source
 * that reads any shop, only the first one gets it, and the others keep the SKU that was provisional.
 * @returns the provisional SKUs that no entry has any more
 */
export async function learnLinks(
	knex: Knex,
	{ lists, byLink }: Pick<Source, 'lists' | 'byLink'>,
	products: readonly WatchedProduct[],
	answers: ReadonlyMap<string, Answer>,
): Promise<string[]> {
	const replaced: string[] = [];
	for (const { sku, link, adapter } of products) {
		const answer = answers.get(sku);
		if (link === null || adapter !== null || answer?.kind !== 'read' || !answer.adapter) continue;
		const isTaken = async (found: string) =>
			byLink === 'each host' && found !== sku && (await hasOtherLink(knex, lists, found, { sku, link }));
		const found = (await isTaken(answer.snapshot.sku)) ? sku : answer.snapshot.sku;
		const entries = () =>
			knex('watch_entries')
				.whereIn('list', [...lists])
				.whereIn('skuHash', [skuHash(link), skuHash(sku)]);
		await entries().whereNull('adapter').update({ adapter: answer.adapter, productSku: found });
		// Two links were read at the same moment: who sees the other steps back, and its next check finds the SKU taken.
		if (await isTaken(found)) await entries().where({ productSku: found }).update({ adapter: null, productSku: sku });
		else if (found !== sku) replaced.push(sku);
	}
	return replaced;
}

/** Whether the entry of another link has this SKU. Two spellings of a link have one provisional SKU. */
async function hasOtherLink(
	knex: Knex,
	lists: readonly string[],
	found: string,
	{ sku, link }: { sku: string; link: string },
): Promise<boolean> {
	const others = await knex('watch_entries')
		.whereIn('list', [...lists])
		.where({ productSku: found })
		.whereNotIn('skuHash', [skuHash(link), skuHash(sku)])
		.select('sku');
	return others.some((entry) => skuFromHandle(entry.sku) !== sku);
}

/** An answer about the product that was asked for, whatever SKU the shop gives it. */
export function asAsked(sku: string, answer: Answer): Answer {
	if (answer.kind !== 'read' || answer.snapshot.sku === sku) return answer;
	return { ...answer, snapshot: { ...answer.snapshot, sku } };
}
