import { BROADCAST_LIST, type Database, type Knex } from '@dropwire/db';
import { type Brand, type EventKind, nextDigestAt, type Region, type SubscriptionOptions } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { startFanout } from '../publish/fanout.ts';
import { composeWeek, type Week, WEEK_ROWS } from '../publish/messages/composeWeek.ts';
import { insertMessage } from '../publish/insertMessage.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Digests that are queued in a row: the others follow a second later. */
const AT_ONCE = 200;
/** The newest price changes that are read to find the largest. */
const MAX_CHANGES = 1000;

interface DueDigest {
	id: number;
	webhookId: number;
	options: string;
	digestAt: number;
	topicId: number;
	brand: Brand;
	region: Region;
	active: number;
	paused: number;
	pausedAt: number | null;
}

/**
 * Queues the weekly digests that are due, each in the transaction that moves its subscription to the next week: so it is
 * one, however many processes run. One that is more than an hour late is left out.
 * @returns the number of queued digests
 */
export async function queueDigests(db: Database, publicUrl: string | null, now = Date.now()): Promise<number> {
	const due: DueDigest[] = await db
		.knex('subscriptions as s')
		.join('topics as t', 't.id', 's.topicId')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.leftJoin('guilds as g', 'g.guildId', 'c.guildId')
		.where('s.digestAt', '<=', now)
		.whereNot('s.list', BROADCAST_LIST)
		.orderBy('s.digestAt')
		.limit(AT_ONCE)
		.select(
			's.id',
			's.webhookId',
			's.options',
			's.digestAt',
			's.topicId',
			's.paused',
			't.brand',
			't.region',
			'w.active',
			'g.pausedAt',
		);
	const weeks = new Map<string, Promise<Week>>();
	let queued = 0;
	for (const one of due) {
		const { id, brand, region, digestAt, topicId, webhookId } = one;
		const key = `${brand} ${region}`;
		const week = weeks.get(key) ?? readWeek(db.knex, brand, region, now);
		weeks.set(key, week);
		const body = composeWeek(await week, publicUrl);
		const { digest } = JSON.parse(one.options) as SubscriptionOptions;
		const isWanted = digest && one.active && !one.paused && one.pausedAt === null && now - digestAt < HOUR_MS;
		await db.transaction(async (trx) => {
			const next = digest ? nextDigestAt(digest, now) : null;
			const taken = await trx('subscriptions').where({ id, digestAt }).update({ digestAt: next });
			if (taken !== 1 || !isWanted) return;
			const stored = await insertMessage(trx, { kind: 'DIGEST', seenAt: digestAt }, body);
			await startFanout(trx, { ...stored, topicId, webhookIds: [webhookId], kind: 'DIGEST' });
			queued++;
		});
	}
	return queued;
}

/** The releases of the next seven days, and what happened in the last seven. */
async function readWeek(knex: Knex, brand: Brand, region: Region, now: number): Promise<Week> {
	const ahead = () =>
		knex('releases')
			.where({ brand, region })
			.whereNull('cancelledAt')
			.whereBetween('launchAt', [now, now + WEEK_MS]);
	const since = (kind: EventKind) =>
		knex('events')
			.where({ source: brand, region, kind })
			.where('at', '>', now - WEEK_MS);
	const [releases, first, restocks, most, changes] = await Promise.all([
		ahead().count({ count: '*' }).first(),
		ahead().orderBy(['launchAt', 'id']).limit(WEEK_ROWS.releases).select('sku', 'title', 'launchAt'),
		since('RESTOCK').count({ count: '*' }).first(),
		since('RESTOCK')
			.groupBy('sku')
			.orderBy([{ column: 'count', order: 'desc' }, { column: 'sku' }])
			.limit(WEEK_ROWS.restocks)
			.select('sku', knex.raw('max(id) as ??', ['lastId']))
			.count({ count: '*' }),
		since('PRICE').orderBy('id', 'desc').limit(MAX_CHANGES).select('sku', 'before', 'after'),
	]);
	const rows = most as unknown as { sku: string; lastId: number; count: number }[];
	const last = await knex('events')
		.whereIn(
			'id',
			rows.map(({ lastId }) => lastId),
		)
		.select('sku', 'after');
	const titles = new Map(last.map(({ sku, after }) => [sku, snapshotOf(after)?.title ?? sku]));
	return {
		brand,
		region,
		releases: { count: Number(releases?.['count'] ?? 0), first },
		restocks: {
			count: Number(restocks?.['count'] ?? 0),
			most: rows.map(({ sku, count }) => ({ sku, title: titles.get(sku) ?? sku, count })),
		},
		prices: lowerPrices(changes),
	};
}

/** The products whose price fell most, each by its newest change. */
function lowerPrices(changes: readonly { sku: string; before: string | null; after: string | null }[]): Week['prices'] {
	const newest = new Map<string, Week['prices'][number]>();
	const seen = new Set<string>();
	for (const { sku, before, after } of changes) {
		if (seen.has(sku)) continue;
		seen.add(sku);
		const [was, is] = [snapshotOf(before), snapshotOf(after)];
		if (!was?.price || !is?.price || was.price.currency !== is.price.currency) continue;
		if (is.price.current >= was.price.current) continue;
		const { current, currency } = is.price;
		newest.set(sku, { sku, title: is.title, before: was.price.current, after: current, currency });
	}
	const fall = ({ before, after }: Week['prices'][number]) => (before - after) / before;
	return [...newest.values()].sort((a, b) => fall(b) - fall(a)).slice(0, WEEK_ROWS.prices);
}

function snapshotOf(json: string | null): ProductSnapshot | null {
	return json === null ? null : (JSON.parse(json) as ProductSnapshot);
}
