import type { Knex } from '@dropwire/db';
import { chunks, productSkuOf, type Region } from '@dropwire/domain';
import { entriesOf } from '@dropwire/engine';
import type { EntryPlan } from './planEntries.ts';

const CHUNK = 500;

/** What a source polls with one budget, before and after a plan: the number of products in each region. */
interface Loads {
	/** Products that were on no list before. */
	added: number;
	before: number[];
	after: number[];
}

/** The regions of a product on each list that has it; null for all. */
type Watching = ReadonlyMap<string, string | null>;

/** The loads of a source with one budget. A product on several lists, or as a SKU and as a link, is polled once. */
export async function loadByRegion(
	knex: Knex,
	lists: readonly string[],
	regions: readonly Region[],
	{ changes }: EntryPlan,
): Promise<Loads> {
	const before = await countByRegion(knex, lists, regions);
	const own = changes.filter(({ group }) => lists.includes(group));
	const { added, byRegion } = await differenceOf(knex, lists, regions, own);
	return { added, before, after: before.map((count, at) => count + (byRegion[at] ?? 0)) };
}

/** The loads of a source with a budget for each host: those of the host with the most links. */
export function loadByHost(
	lists: readonly string[],
	regions: readonly Region[],
	{ changes, final }: Pick<EntryPlan, 'changes' | 'final'>,
): Loads {
	const counts = new Map<string, number>();
	const count = (link: string, by: number) => {
		const host = URL.parse(link)?.host ?? '';
		counts.set(host, (counts.get(host) ?? 0) + by);
	};
	const largest = () => regions.map(() => Math.max(0, ...counts.values()));
	for (const list of lists) for (const link of final.get(list)?.keys() ?? []) count(link, 1);
	const after = largest();
	const own = changes.filter(({ group }) => lists.includes(group));
	const added = own.filter((change) => change.before === null);
	for (const { name } of added) count(name, -1);
	for (const { name } of own.filter((change) => change.after === null)) count(name, 1);
	return { added: added.length, before: largest(), after };
}

/** The number of products that are watched in each region, in one query. */
async function countByRegion(knex: Knex, lists: readonly string[], regions: readonly Region[]): Promise<number[]> {
	if (regions.length === 0) return [];
	const row: Record<string, number> = await knex('watch_entries')
		.whereIn('list', [...lists])
		.first(
			regions.map((region) =>
				knex.raw('count(distinct case when ?? is null or instr(??, ?) > 0 then coalesce(??, ??) end) as ??', [
					'regions',
					'regions',
					region,
					'productSku',
					'sku',
					region,
				]),
			),
		);
	return regions.map((region) => row[region] ?? 0);
}

/** What changes do to these counts, and the number of products that were on no list before. */
async function differenceOf(
	knex: Knex,
	lists: readonly string[],
	regions: readonly Region[],
	changes: EntryPlan['changes'],
): Promise<{ added: number; byRegion: number[] }> {
	const byRegion = regions.map(() => 0);
	let added = 0;
	const bySku = [...Map.groupBy(changes, ({ group, name }) => productSkuOf(group, name) ?? name)];
	for (const some of chunks(bySku, CHUNK)) {
		const rows = await entriesOf(
			knex,
			lists,
			some.map(([sku]) => sku),
		);
		const current = Map.groupBy(rows, ({ sku }) => sku);
		for (const [sku, own] of some) {
			const before: Watching = new Map((current.get(sku) ?? []).map(({ list, regions: watched }) => [list, watched]));
			const after = new Map(before);
			for (const change of own) {
				if (change.after === null) after.delete(change.group);
				else after.set(change.group, change.after.regions);
			}
			if (before.size === 0) added++;
			for (const [at, region] of regions.entries()) {
				byRegion[at] = (byRegion[at] ?? 0) + Number(watches(after, region)) - Number(watches(before, region));
			}
		}
	}
	return { added, byRegion };
}

function watches(watching: Watching, region: Region): boolean {
	return [...watching.values()].some((regions) => regions === null || regions.split(',').includes(region));
}
