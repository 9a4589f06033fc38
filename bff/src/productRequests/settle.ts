import { type Database, type Knex, ProductRequest } from '@dropwire/db';
import { SKU_LISTS } from '@dropwire/domain';
import { queueBotNotices, skuHash } from '@dropwire/engine';

const DAY_MS = 86_400_000;
/** How long decided requests are kept, ms. */
const KEPT_MS = 90 * DAY_MS;
/** Requests per run; the next run goes on. */
const BATCH = 100;

/** Since when a product is on a watch list, epoch ms; null if it is on none. */
export async function watchedSince(knex: Knex, sku: string): Promise<number | null> {
	const entry = await knex('watch_entries')
		.where({ skuHash: skuHash(sku) })
		.orderBy('createdAt')
		.first('createdAt');
	return entry?.createdAt ?? null;
}

/** Settles requests for products that are on a watch list by now, whoever put them there. */
export async function settleAdded(db: Database): Promise<void> {
	const watched = await db
		.knex('product_requests as r')
		.join('watch_entries as e', 'e.skuHash', 'r.skuHash')
		.where('r.status', 'open')
		.whereIn('e.list', Object.keys(SKU_LISTS))
		.limit(BATCH)
		.distinct('r.id');
	for (const { id } of watched) {
		await db.transaction(async (trx) => {
			const request = await ProductRequest.query(trx).findById(id).forUpdate();
			// Another server has settled it since, or its last person has withdrawn it.
			if (request?.status === 'open') await decide(trx, request, { added: true });
		});
	}
}

/** Records what became of a request, and queues a notice to each person who asked. */
export async function decide(
	knex: Knex,
	{ id, sku, createdAt }: Pick<ProductRequest, 'id' | 'sku' | 'createdAt'>,
	{ added, reason = null }: { added: boolean; reason?: string | null },
): Promise<void> {
	await ProductRequest.query(knex)
		.findById(id)
		.patch({ status: added ? 'added' : 'declined', reason, decidedAt: Date.now() });
	const people = await knex('product_request_people').where({ requestId: id }).select('discordId');
	await queueBotNotices(
		knex,
		people.map(({ discordId }) => ({
			key: `product/${id}/${createdAt}/${discordId}`,
			kind: 'product' as const,
			discordId,
			data: { sku, added, reason },
		})),
	);
}

/** Removes requests that were decided long ago. */
export async function removeDecided(knex: Knex): Promise<void> {
	await ProductRequest.query(knex)
		.where('decidedAt', '<', Date.now() - KEPT_MS)
		.delete();
}
