import type { Watch as WatchAnswer } from '@dropwire/contract';
import { CatalogueEntry, type Knex, type Watch } from '@dropwire/db';
import { type Brand, listsOf, REGIONS, type Region, sourceNameOf, type WatchOptions } from '@dropwire/domain';
import { entriesOf, polledRegions, regionsToPoll, type WatchPolls } from '@dropwire/engine';
import { SOURCES } from '@dropwire/retailers';

/**
 * Watches as their person sees them.
 * @param isOver whether a watch is beyond the number that the person can have
 * @param watchPolls WATCH_POLLS
 */
export async function presentWatches(
	knex: Knex,
	watches: readonly Watch[],
	isOver: (watch: Watch) => boolean,
	watchPolls: WatchPolls,
): Promise<WatchAnswer[]> {
	const [polled, entries] = await Promise.all([polledNow(knex, watches, watchPolls), catalogued(knex, watches)]);
	const now = Date.now();
	return watches.map((watch) => {
		const { id, brand, sku, maxAmount, maxCurrency, muted, snoozedUntil, createdAt, lastEventId, lastAt } = watch;
		const { kinds, sizes, states } = optionsOf(watch);
		const regions = regionsOf(watch);
		const isLimited = maxAmount !== null && maxCurrency !== null;
		return {
			id: String(id),
			brand,
			sku,
			title: entries.get(keyOf(watch))?.title ?? null,
			image: entries.get(keyOf(watch))?.image ?? null,
			regions,
			sizes: sizes.length > 0 ? sizes : null,
			maxPrice: isLimited ? { amount: maxAmount, currency: maxCurrency } : null,
			kinds,
			states,
			muted,
			snoozedUntil: snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : null,
			overLimit: isOver(watch),
			polled: (polled.get(id) ?? []).filter((region) => regions === null || regions.includes(region)),
			createdAt,
			last: lastEventId === null || lastAt === null ? null : { eventId: String(lastEventId), at: lastAt },
		};
	});
}

function regionsOf({ regions }: Pick<Watch, 'regions'>): Region[] | null {
	return regions === null ? null : (regions.split(',') as Region[]);
}

export function optionsOf({ options }: Pick<Watch, 'options'>): WatchOptions {
	return JSON.parse(options) as WatchOptions;
}

/** The catalogue's entries of products: one statement. */
async function catalogued(knex: Knex, products: readonly ProductKey[]): Promise<Map<string, CatalogueEntry>> {
	const pairs = products.map(({ brand, sku }) => [brand, sku]);
	const rows = await CatalogueEntry.query(knex)
		.whereIn(['brand', 'sku'], pairs)
		.select('brand', 'sku', 'title', 'image');
	return new Map(rows.map((row) => [keyOf(row), row]));
}

type ProductKey = Pick<Watch, 'brand' | 'sku'>;

/**
 * The regions in which the product of each watch is polled, by its id: those of its entries in watch lists, as far as its
 * source is polled there, and with `WATCH_POLLS=any` those of the watch itself.
 */
async function polledNow(
	knex: Knex,
	watches: readonly Watch[],
	watchPolls: WatchPolls,
): Promise<Map<number, Region[]>> {
	const sources = SOURCES.filter(({ name }) => watches.some(({ brand }) => brand === name));
	if (sources.length === 0) return new Map();
	const polled = await polledRegions(knex, sources);
	const found = new Map<number, Set<Region>>();
	for (const { name, offer = 'NEW', regions: all, byLink } of sources) {
		const regions = polled.get(sourceNameOf({ name, offer })) ?? [];
		const entries = await entriesOf(knex, listsOf(name, offer), skusOf(watches, name));
		const isPolledForWatches = watchPolls === 'any' && offer === 'NEW' && !byLink;
		for (const watch of watches.filter(({ brand }) => brand === name)) {
			const own = found.get(watch.id) ?? new Set();
			found.set(watch.id, own);
			for (const { sku, regions: only } of entries) {
				if (sku !== watch.sku) continue;
				for (const region of regions) if (only === null || only.split(',').includes(region)) own.add(region);
			}
			if (!isPolledForWatches || watch.muted) continue;
			for (const region of regionsToPoll(regionsOf(watch), { polled: regions, all })) own.add(region);
		}
	}
	return new Map([...found].map(([id, own]) => [id, REGIONS.filter((region) => own.has(region))]));
}

function skusOf(products: readonly ProductKey[], brand: Brand): string[] {
	return products.flatMap((product) => (product.brand === brand ? [product.sku] : []));
}

function keyOf({ brand, sku }: ProductKey): string {
	return `${brand} ${sku}`;
}
