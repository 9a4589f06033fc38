import type { CheckInterval } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { type Brand, INTERVAL_REASONS, MARKET_ZONES, offerOf, PRIORITY_LISTS, type Region } from '@dropwire/domain';
import { countSubscriptions, habitFacts } from '@dropwire/engine';

/** A batch that was not checked for this many intervals, and for this time, ms, is not checked any more. */
const GONE_AFTER = { intervals: 5, ms: 30_000 };

/** An entry of a watch list. */
interface Listed {
	list: string;
	regions: readonly string[] | null;
}

interface Row {
	region: Region;
	habit: Uint8Array | null;
	checkedAt: number;
	intervalMs: number;
	uniformMs: number;
	reason: string | null;
}

/** How often a product is checked in each region that checks it, the most often first. */
export async function intervalsOf(
	knex: Knex,
	{ brand, sku, watched }: { brand: Brand; sku: string; watched: readonly Listed[] },
): Promise<(CheckInterval & { region: Region })[]> {
	const [rows, topics] = await Promise.all([
		knex('products as p')
			.join('product_batches as m', 'm.productId', 'p.id')
			.join('check_batches as b', 'b.id', 'm.batchId')
			.where({ 'p.source': brand, 'p.sku': sku, 'p.offer': 'NEW' })
			.whereNotNull('b.intervalMs')
			.select('p.region', 'p.habit', 'b.checkedAt', 'b.intervalMs', 'b.uniformMs', 'b.reason') as Promise<Row[]>,
		countSubscriptions(knex, { brand }),
	]);
	const now = Date.now();
	const found = rows.flatMap(({ region, habit, checkedAt, intervalMs: ms, uniformMs, reason: stored }) => {
		if (now - checkedAt > Math.max(GONE_AFTER.ms, GONE_AFTER.intervals * ms)) return [];
		// The last check of a region that the lists leave out can be recent.
		const isIn = ({ regions }: Listed) => regions === null || regions.includes(region);
		if (!watched.some(isIn)) return [];
		const isHot = watched.some((entry) => PRIORITY_LISTS.has(entry.list) && isIn(entry));
		const { changesPerDay, usual } = habitFacts(habit, now);
		const waiting = topics
			.filter((topic) => topic.region === region && offerOf(topic.category) === 'NEW')
			.reduce((sum, { all, off }) => sum + all - off, 0);
		return {
			region,
			ms,
			uniformMs,
			// The priority lane is that of hot lists, and of launches.
			reason: stored === 'hot' && !isHot ? 'launch' : (INTERVAL_REASONS.find((one) => one === stored) ?? 'uniform'),
			changesPerDay,
			waiting,
			usual: usual && { ...usual, zone: MARKET_ZONES[region] },
		} as const;
	});
	return found.sort((a, b) => a.ms - b.ms);
}
