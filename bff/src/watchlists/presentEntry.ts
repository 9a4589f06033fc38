import type { Knex, Product, WatchEntry } from '@dropwire/db';
import {
	type Brand,
	isLinkOn,
	LINK_UNKNOWN,
	LIST_BRANDS,
	listRegions,
	needsKnownLinks,
	REGIONS,
} from '@dropwire/domain';
import { knownLinks } from '@dropwire/engine';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { ListedEntry } from './listed.ts';

/** What the latest checks say about the product of an entry. */
export function presentProduct({ list }: Pick<WatchEntry, 'list'>, checks: readonly Product[]) {
	const inOrder = [...checks].sort((a, b) => REGIONS.indexOf(a.region) - REGIONS.indexOf(b.region));
	const first = inOrder.find((row) => row.snapshot !== null);
	const snapshot = first?.snapshot ? (JSON.parse(first.snapshot) as ProductSnapshot) : null;
	const inOneRegion = listRegions(list).length === 1;
	return {
		title: snapshot?.title ?? null,
		image: snapshot?.image ?? null,
		url: snapshot?.url ?? null,
		price: snapshot?.price ?? null,
		available: snapshot?.available ?? null,
		evidence: snapshot?.evidence ?? null,
		sizes: inOneRegion
			? (snapshot?.sizes ?? []).map(({ size, available, count, countIsMinimum }) => ({
					size,
					available,
					count,
					...(countIsMinimum && { countIsMinimum }),
				}))
			: null,
		checkedAt: newest(inOrder.map((row) => row.checkedAt)),
		changedAt: newest(inOrder.map((row) => row.changedAt)),
		soldIn: inOrder.filter((row) => row.state === 'read').map((row) => row.region),
		blocked: inOrder.flatMap((row) =>
			row.blockedSince === null
				? []
				: [{ region: row.region, reason: row.blockedReason ?? '', since: row.blockedSince }],
		),
	};
}

function newest(times: readonly (number | null)[]): number | null {
	return times.reduce<number | null>((a, b) => (b !== null && b > (a ?? 0) ? b : a), null);
}

/** The notes about entries of a list, by SKU: those that cannot be polled because nobody knows their product's link. */
export async function notesOf(
	knex: Knex,
	list: string,
	entries: readonly ListedEntry[],
): Promise<ReadonlyMap<string, string>> {
	if (!needsKnownLinks(list)) return new Map();
	const missing = new Set(entries.map(({ sku }) => sku).filter((sku) => !isLinkOn(list, sku)));
	for (const source of LIST_BRANDS[list] ?? ([] as Brand[])) {
		if (missing.size === 0) break;
		for (const sku of (await knownLinks(knex, source, [...missing])).keys()) missing.delete(sku);
	}
	return new Map([...missing].map((sku) => [sku, LINK_UNKNOWN]));
}
