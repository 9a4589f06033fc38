import type { Database } from '@dropwire/db';
import type { Brand, EventKind, Region } from '@dropwire/db/topics';
import { EVENT_KINDS } from '@dropwire/db/topics';
import { queueEvent } from '../delivery/outbox.ts';
import type { ProductSnapshot } from '../sources/source.ts';
import { look } from './look.ts';
import { type Kept, Products } from './products.ts';

/** How often a snapshot that another process moved meanwhile is compared anew. */
const TRIES = 5;

/**
 * Takes what an outside monitor saw: compared with the last snapshot as our own looks are, stored and sent the same way.
 * The first of a product is its baseline. An outside monitor vouches for what it says, so gone counts at once, and its
 * products need not stand on a watch list.
 * @returns the kind of event that it became, or null when nothing was news
 */
export async function handIn(
	db: Database,
	{
		source,
		sku,
		region,
		snapshot,
		at,
	}: { source: Brand; sku: string; region: Region; snapshot: ProductSnapshot | null; at: number },
): Promise<EventKind | null> {
	const products = new Products(db, source);
	for (let attempt = 1; attempt <= TRIES; attempt++) {
		const product = (await products.load(region, [sku])).get(sku);
		if (!product) {
			await products.insert(region, [{ sku, snapshot, blockedReason: null }], at);
			return null;
		}
		const finding = look(known(product), snapshot === null ? { kind: 'gone' } : { kind: 'read', snapshot }, {
			watched: EVENT_KINDS,
			at,
		});
		if (finding.kind === 'same' || finding.kind === 'blocked') {
			await products.markChecked([product.id], at);
			return null;
		}
		if (finding.kind !== 'news') {
			if (await products.move(db.knex, product, finding.snapshot, { at })) return null;
			continue;
		}
		const kind = finding.event;
		const stockTold = kind === 'STOCK' || kind === 'RESTOCK';
		const event = { source, sku, region, kind, before: product.snapshot, after: finding.snapshot, at };
		const queued = await queueEvent(db, event, (trx) =>
			products.move(trx, product, finding.snapshot, { at, stockTold }),
		);
		if (queued) return kind;
	}
	throw new Error(`${source} ${sku} in ${region} is being changed by too many at once`);
}

/** One look that finds a product gone is enough here: as if the look before had found it gone, too. */
function known(product: Kept) {
	return product.seen ? { ...product, goneLooks: Number.POSITIVE_INFINITY } : null;
}
