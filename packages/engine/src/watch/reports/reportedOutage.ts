import { type Knex, Product } from '@dropwire/db';
import type { Brand, Offer, Region } from '@dropwire/domain';
import type { Answer } from '@dropwire/retailers';
import { clockJumps } from '../../process/clockJumps.ts';
import { isAfterPause } from '../../product/evaluate.ts';
import { GONE_TOGETHER, isOutage } from '../../sources/outage.ts';

/** What an external monitor reported about a SKU. */
export interface Report {
	source: Brand;
	sku: string;
	region: Region;
	/** The offer that the monitor named; null if it named none. */
	offer: Offer | null;
	answer: Answer;
	/** The monitor's name; empty if it has none. */
	monitor: string;
}

/** Calls of a monitor within this time count together, ms. */
const TOGETHER_MS = 60_000;

/** A report of a monitor that calls every `everyMs`; unset if it does not say. */
type TimedReport = Report & { everyMs?: number | undefined };

/**
 * The reports of one call of a monitor, in which products are blocked instead of gone where most of those that the monitor
 * reports about a source in a region went within a minute: a shop that is out of order, not one that removed them. Products
 * of earlier calls that were published as gone stay gone. After a day without a product, it is gone after all.
 */
export async function withoutReportedOutage<R extends TimedReport>(
	knex: Knex,
	reports: readonly R[],
	now: number,
): Promise<readonly R[]> {
	const held = new Set<R>();
	for (const same of Map.groupBy(reports, ({ source, region }) => `${source} ${region}`).values()) {
		for (const report of await goneTogether(knex, same, now)) held.add(report);
	}
	const blocked = { kind: 'blocked', reason: GONE_TOGETHER, retryAfterMs: null } as const;
	return reports.map((report) => (held.has(report) ? { ...report, answer: blocked } : report));
}

/** The reports that an outage explains, of one monitor about one source in one region. */
async function goneTogether<R extends TimedReport>(
	knex: Knex,
	reports: readonly R[],
	now: number,
): Promise<readonly R[]> {
	const gone = reports.filter(({ answer }) => answer.kind === 'gone');
	const [first] = gone;
	if (first === undefined) return [];
	const { source, region, monitor, everyMs } = first;
	const place = { source, region };
	const found = await Product.withLastCheck(knex)
		.where({ ...place, state: 'read' })
		.whereIn(
			'sku',
			gone.map(({ sku }) => sku),
		);
	const facts = { everyMs, jumpedSince: clockJumps.since };
	const known = found.filter(({ blockedReason, blockedSince }) => {
		const isOut = blockedReason === GONE_TOGETHER && blockedSince !== null;
		return !isOut || !isAfterPause({ checkedAt: blockedSince }, now, facts);
	});
	const missing = new Set(known.map(({ sku }) => sku));
	const reported = new Set(reports.map(({ sku }) => sku));
	const blocked: string[] = await knex('products')
		.where({ ...place, state: 'read', reportedBy: monitor, blockedReason: GONE_TOGETHER })
		.whereNotNull('blockedSince')
		.pluck('sku');
	const goneBefore: string[] = await knex('products')
		.where({ ...place, state: 'gone', reportedBy: monitor })
		.whereNull('blockedSince')
		.where('checkedAt', '>', now - TOGETHER_MS)
		.where('changedAt', '>', now - TOGETHER_MS)
		.pluck('sku');
	const others = [...blocked, ...goneBefore].filter((sku) => !reported.has(sku)).length;
	const count = missing.size + others;
	if (!isOutage(count, count)) return [];
	const own = known.filter(({ reportedBy }) => reportedBy === monitor).length;
	// More than these would be most of the products: it is not necessary to count all.
	const kept: number[] = await knex('products')
		.where({ ...place, state: 'read', reportedBy: monitor })
		.limit(2 * count + own)
		.pluck('id');
	const all = missing.size + kept.length - own + goneBefore.length;
	return isOutage(count, all) ? gone.filter(({ sku }) => missing.has(sku)) : [];
}
