import { createHash } from 'node:crypto';
import { type BrandEntry, BRANDS, chunks, productSkuOf } from '@dropwire/domain';
import type { Database } from '@dropwire/db';
import { SANDBOX_PRODUCTS } from '@dropwire/sandbox';
import { type Original, styleOfCopy, textOfCopy } from './copies.ts';
import type { Stock } from './spread.ts';

/** What `leanShops.main.ts` prints. */
export interface LeanShops {
	/** The feed and the brands' shops, at the same paths as in the sandbox. */
	origin: string;
	/** The origins of the other shops, by their kind. */
	hosts: Record<string, string[]>;
	originals: Record<string, Original>;
}

/** Puts the products of the shops on the watch lists. */
export async function watchAll({ knex }: Database, shops: LeanShops, stocks: readonly Stock[]): Promise<void> {
	const rows = stocks.flatMap((stock) =>
		Array.from({ length: stock.skus }, (_, n) => entryOf(stock, shops, (stock.first ?? 0) + n)),
	);
	for (const some of chunks(rows, 500)) await knex('watch_entries').insert(some);
}

/** The entry of the n-th product, as the console stores it. */
export function entryOf({ shop, brand, list, hosts }: Stock, shops: LeanShops, n: number) {
	const original = shop === null ? null : (shops.originals[shop] ?? null);
	const [product] = shop === null ? [] : SANDBOX_PRODUCTS[shop];
	if (!original || !product) return row(list, `Z${String(n).padStart(5, '0')}-100`);
	const sku = product.sku.replace(original.style, styleOfCopy(original, n));
	if (list === 'REFURBISHED' || list === 'ADIDASHOT1') return row(list, sku);
	const [host] = (BRANDS[brand] as BrandEntry).hosts ?? [];
	const origins = (shop !== null && hosts !== undefined && shops.hosts[shop]) || [`https://www.${host}`];
	const link = origins[n % origins.length] + textOfCopy(product.path, original, n);
	return list === 'HOT_NEWBALANCE' ? row(list, sku, link) : row(list, link);
}

function row(list: string, sku: string, productLink: string | null = null) {
	const skuHash = createHash('sha256').update(sku).digest('hex');
	return { list, sku, skuHash, productLink, productSku: productSkuOf(list, sku), createdAt: 1 };
}
