import type { Knex, Product, WatchEntry } from '@dropwire/db';
import {
	type Brand,
	isLinkOn,
	LINK_UNKNOWN,
	LIST_BRANDS,
	listRegions,
	needsKnownLinks,
	type Region,
	REGIONS,
} from '@dropwire/domain';
import { knownLinks } from '@dropwire/engine';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { ListedEntry } from './listed.ts';

/**
 * What the latest checks say about the product of an entry.
 * @param polled the regions in which sources check its list
 */
export function presentProduct(
	{ list, regions }: Pick<WatchEntry, 'list' | 'regions'>,
	checks: readonly Product[],
	polled: readonly Region[],
) {
	const inOrder = [...checks].sort((a, b) => REGIONS.indexOf(a.region) - REGIONS.indexOf(b.region));
	const first = inOrder.find((row) => row.snapshot !== null);
	const snapshot = first?.snapshot ? (JSON.parse(first.snapshot) as ProductSnapshot) : null;
	const inOneRegion = listRegions(list).length === 1;
	return {
		title: snapshot?.title ?? null,
		image: snapshot?.image ?? null,
		url: snapshot?.url ?? null,
		price: snapshot?.price ?? null,
		priceAt: snapshot?.priceAt ?? null,
		available: snapshot?.available ?? null,
		stockState: snapshot?.state ?? null,
		evidence: snapshot?.evidence ?? null,
		sizes: inOneRegion
			? (snapshot?.sizes ?? []).map(({ size, available, state, count, countIsMinimum }) => ({
					size,
					available,
					...(state && { state }),
					count,
					...(countIsMinimum && { countIsMinimum }),
				}))
			: null,
		checkedAt: newest(inOrder.map((row) => row.checkedAt)),
		changedAt: newest(inOrder.map((row) => row.changedAt)),
		oldestCheck: oldestCheck(
			inOrder,
			polled.filter((region) => regions === null || regions.split(',').includes(region)),
		),
		soldIn: inOrder.filter((row) => row.state === 'read').map((row) => row.region),
		blocked: inOrder.flatMap((row) =>
			row.blockedSince === null
				? []
				: [{ region: row.region, reason: row.blockedReason ?? '', since: row.blockedSince }],
		),
	};
}

function oldestCheck(checks: readonly Product[], regions: readonly Region[]) {
	const byRegion = regions.map((region) => {
		const times = checks.filter((row) => row.region === region).map(({ checkedAt }) => checkedAt);
		return { region, checkedAt: times.length === 0 ? null : Math.min(...times) };
	});
	return byRegion.reduce<(typeof byRegion)[number] | null>(
		(a, b) => (a === null || (b.checkedAt ?? 0) < (a.checkedAt ?? 0) ? b : a),
		null,
	);
}

function newest(times: readonly (number | null)[]): number | null {
	return times.reduce<number | null>((a, b) => (b !== null && b > (a ?? 0) ? b : a), null);
}

/** The notes about entries of a list, by SKU: those that cannot be polled because their product's link is unknown. */
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
