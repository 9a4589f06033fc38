import { setImmediate } from 'node:timers/promises';
import type { Database, Knex, Product } from '@dropwire/db';
import type { ProductSnapshot } from '@dropwire/retailers';
import { type Checked, recordInCatalogue } from './record.ts';

/** Products per statement and transaction, so that checks wait only briefly. */
const SLICE = 100;

/**
 * Records the products whose checks are stored, but which the catalogue lacks: those of an earlier version. Continues where
 * an interrupted run stopped, and finds nothing the next time.
 * @returns the number of recorded products
 */
export async function backfill(db: Database, signal: AbortSignal): Promise<number> {
	let recorded = 0;
	for (let after = 0; !signal.aborted;) {
		const ids: number[] = await db.knex('products').where('id', '>', after).orderBy('id').limit(SLICE).pluck('id');
		const last = ids.at(-1);
		if (last === undefined) break;
		const rows = await missing(db.knex, after, last);
		if (rows.length > 0) await db.transaction((trx) => recordInCatalogue(trx, rows.map(checkOf)));
		recorded += rows.length;
		after = last;
		// Statements of the embedded database do not let anything else run in between.
		await setImmediate();
	}
	return recorded;
}

type Row = Pick<
	Product,
	'id' | 'source' | 'sku' | 'region' | 'offer' | 'snapshot' | 'reportedBy' | 'checkedAt' | 'changedAt'
>;

/** Read products without a state in the catalogue; of other offers than new ones, those without an entry. */
async function missing(knex: Knex, after: number, last: number): Promise<Row[]> {
	return knex('products as p')
		.leftJoin('catalogue_regions as r', (on) => {
			void on.on('r.brand', 'p.source').on('r.sku', 'p.sku').on('r.region', 'p.region');
		})
		.leftJoin('catalogue as c', (on) => void on.on('c.brand', 'p.source').on('c.sku', 'p.sku'))
		.where('p.id', '>', after)
		.where('p.id', '<=', last)
		.where('p.state', 'read')
		.where((is) => {
			void is.where((own) => void own.where('p.offer', 'NEW').whereNull('r.brand')).orWhereNull('c.brand');
		})
		.orderBy('p.id')
		.select(
			'p.id',
			'p.source',
			'p.sku',
			'p.region',
			'p.offer',
			'p.snapshot',
			'p.reportedBy',
			'p.checkedAt',
			'p.changedAt',
		);
}

function checkOf({ source: brand, sku, region, offer, snapshot, reportedBy, checkedAt, changedAt }: Row): Checked {
	return {
		brand,
		sku,
		region,
		offer,
		origin: reportedBy === null ? 'watched' : 'reported',
		snapshot: JSON.parse(snapshot as string) as ProductSnapshot,
		at: changedAt ?? checkedAt,
		isChange: true,
	};
}
