import { setImmediate } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import type { Brand, Region } from '@dropwire/domain';
import { announcesLaunches, type ProductSnapshot } from '@dropwire/retailers';
import { recordReleases } from './record.ts';

/** States of products per statement, so that checks wait only briefly. */
const SLICE = 2000;

interface Place {
	brand: Brand;
	sku: string;
	region: Region;
}
const START = { brand: '', sku: '', region: '' } as const;

/**
 * Records launches ahead that checks of an earlier version have stored. Finds nothing the next time.
 * @returns the number of recorded releases
 */
export async function backfillReleases(db: Database, signal: AbortSignal): Promise<number> {
	let recorded = 0;
	for (let after: Place | typeof START | undefined = START; after && !signal.aborted; await setImmediate()) {
		const { brand, sku, region }: Place | typeof START = after;
		const places: (Place & { launchAt: number | null })[] = await db
			.knex('catalogue_regions')
			// MariaDB finds no range of an index for a comparison of rows.
			.where((is) => {
				void is
					.where('brand', '>', brand)
					.orWhere((same) => void same.where('brand', brand).where('sku', '>', sku))
					.orWhere((same) => void same.where('brand', brand).where('sku', sku).where('region', '>', region));
			})
			.orderBy(['brand', 'sku', 'region'])
			.limit(SLICE)
			.select('brand', 'sku', 'region', 'launchAt');
		const now = Date.now();
		for (const place of places) if (Number(place.launchAt) > now) recorded += await record(db, place);
		after = places.length === SLICE ? places.at(-1) : undefined;
	}
	return recorded;
}

async function record(db: Database, { brand, sku, region }: Place): Promise<number> {
	return db.transaction(async (trx) => {
		if (await trx('releases').where({ brand, sku, region }).first('id')) return 0;
		const product = await trx('products')
			.where({ source: brand, sku, region, offer: 'NEW', state: 'read' })
			.first('snapshot', 'reportedBy', 'checkedAt');
		if (!product?.snapshot || (product.reportedBy === null && !announcesLaunches(brand))) return 0;
		const snapshot = JSON.parse(product.snapshot) as ProductSnapshot;
		const origin = product.reportedBy === null ? 'source' : 'reported';
		const report = { brand, sku, region, origin, snapshot, at: product.checkedAt } as const;
		// Those of one region share a message.
		const [outcome] = await recordReleases(trx, [report], { waitMs: () => BACKFILL_MS });
		return outcome === 'created' ? 1 : 0;
	});
}

/** In this time all of them are recorded, ms. */
const BACKFILL_MS = 10_000;
