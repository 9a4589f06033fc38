import { type Database, type Knex, ReleaseNews } from '@dropwire/db';
import { chunks, type Region } from '@dropwire/domain';
import { storedEvent } from '../product/event.ts';
import { queueReleases, type StoreReleases } from '../publish/queueReleases.ts';

/** The news of a region that is published together: as many as an import has rows. */
const MAX_NEWS = 10_000;
const CHUNK = 500;

type Group = Pick<ReleaseNews, 'brand' | 'region'>;

/**
 * Publishes the news of releases whose round is over, with what has become known in its region since. Several processes can
 * do it at once: each piece of news is deleted in the transaction that stores its message.
 * @param publicUrl the origin of the web app; null if it is unknown
 * @param alsoStore as in `queueReleases`
 * @param onError called for a region whose news could not be stored: it stays for the next call, and the others are published
 * @returns the number of published events
 */
export async function publishNews(
	db: Database,
	{
		publicUrl,
		alsoStore,
		onError,
	}: { publicUrl: string | null; alsoStore: StoreReleases; onError: (error: unknown) => void },
	now = Date.now(),
): Promise<number> {
	const groups: Group[] = await db.knex('release_news').where('dueAt', '<=', now).distinct('brand', 'region');
	let published = 0;
	for (const group of groups) {
		const store = async (trx: Knex.Transaction) => {
			const rows = await taken(trx, group, now);
			const events = rows.map(({ brand, kind, before, after, at }) => {
				const product = JSON.parse((after ?? before) as string) as { sku: string };
				return storedEvent({ source: brand, sku: product.sku, region: group.region, kind, before, after, at });
			});
			const link = publicUrl && releasesPage(publicUrl, group.region);
			if (events.length > 0) await queueReleases(trx, events, link, alsoStore);
			return events.length;
		};
		try {
			published += await db.transaction(store);
		} catch (error) {
			onError(error);
		}
	}
	return published;
}

/** Takes the news of a region that no other process is publishing. News of a call that is not over stays. */
async function taken(trx: Knex.Transaction, group: Group, now: number): Promise<ReleaseNews[]> {
	const query = ReleaseNews.query(trx)
		.where(group)
		.where((is) => void is.whereNull('round').orWhere('dueAt', '<=', now))
		.orderBy('id')
		.limit(MAX_NEWS);
	const rows = await (trx.client.dialect === 'mysql' ? query.forUpdate().skipLocked() : query);
	for (const some of chunks(rows, CHUNK)) {
		await trx('release_news')
			.whereIn(
				'id',
				some.map(({ id }) => id),
			)
			.delete();
	}
	return rows;
}

/** The page with all releases of a region. */
export function releasesPage(publicUrl: string, region: Region): string {
	return new URL(`/releases?region=${region}`, publicUrl).href;
}
