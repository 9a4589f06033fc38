import { type Knex, WatchEntry } from '@dropwire/db';
import { brandOfLink, canonicalLink, LIST_BRANDS, SKU_LISTS } from '@dropwire/domain';
import { skuHash } from '@dropwire/engine';
import type { Change } from '../http/audit.ts';
import { lockOwner } from '../webhooks/owner.ts';

/**
 * Forgets the format in which the product of a link was read, so that its next check finds it again. The product's entries
 * become new rows that keep their age: the engine detects changes of the lists by their newest id.
 * @param sku the product's SKU at its shop, by which entries without a link are found; null if unknown
 * @returns the changes
 */
export async function forgetAdapter(knex: Knex.Transaction, url: string, sku: string | null): Promise<Change[]> {
	await lockOwner(knex, 'operators');
	const link = canonicalLink(url) ?? url;
	const lists = Object.keys(LIST_BRANDS).filter((list) => LIST_BRANDS[list]?.includes(brandOfLink(url) ?? 'SHOPS'));
	const withLink = lists.filter((list) => SKU_LISTS[list] === 'sku and link');
	const names = sku === null ? [link] : [link, sku.toUpperCase()];
	const read = (some: readonly string[]) =>
		WatchEntry.query(knex)
			.whereIn('list', [...some])
			.whereNotNull('adapter');
	const entries = [
		...(await read(lists).whereIn('skuHash', names.map(skuHash))),
		...(await read(withLink).where({ productLink: link }).whereNotIn('skuHash', names.map(skuHash))),
	];
	const ids = entries.map(({ id }) => id);
	if (ids.length === 0) return [];
	await WatchEntry.query(knex).whereIn('id', ids).delete();
	await knex('watch_entries').insert(
		entries.map((entry) => {
			const { id: _, ...row } = entry.toJSON();
			return { ...row, adapter: null };
		}),
	);
	return entries.map(({ list, sku: name, adapter }) => ({
		target: list,
		before: { list, sku: name, adapter },
		after: { list, sku: name, adapter: null },
	}));
}
