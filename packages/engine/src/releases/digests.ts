import { BROADCAST_LIST, type Database } from '@dropwire/db';
import { type Brand, nextDigestAt, type Region, type SubscriptionOptions } from '@dropwire/domain';
import type { WebhookBody } from '../message/body.ts';
import { startFanout } from '../publish/fanout.ts';
import { insertMessage } from '../publish/insertMessage.ts';
import { composeWeek, type Week } from '../publish/messages/composeWeek.ts';
import { filterOf } from '../publish/subscriptions/filter.ts';
import { readWeeks } from './readWeeks.ts';

const HOUR_MS = 3_600_000;
/** Digests that are queued in a row: the others follow a second later. */
const AT_ONCE = 200;

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
	let queued = 0;
	for (const some of Map.groupBy(due, ({ brand, region }) => `${brand} ${region}`).values()) {
		const [{ brand, region }] = some as [DueDigest];
		// Subscriptions with the same options share a week.
		const same = [...Map.groupBy(some, ({ options }) => options)];
		const filters = same.map(([options]) => filterOf(options));
		const weeks = await readWeeks(db, { brand, region }, filters, now);
		for (const [index, [, ones]] of same.entries()) {
			const body = composeWeek(weeks[index] as Week, publicUrl);
			for (const one of ones) if (await queueDigest(db, one, body, now)) queued++;
		}
	}
	return queued;
}

/** @returns whether it was queued: another process can have done it, and some are not wanted */
async function queueDigest(db: Database, one: DueDigest, body: WebhookBody, now: number): Promise<boolean> {
	const { id, digestAt, topicId, webhookId } = one;
	const { digest } = JSON.parse(one.options) as SubscriptionOptions;
	const isWanted = digest && one.active && !one.paused && one.pausedAt === null && now - digestAt < HOUR_MS;
	return db.transaction(async (trx) => {
		const next = digest ? nextDigestAt(digest, now) : null;
		const taken = await trx('subscriptions').where({ id, digestAt }).update({ digestAt: next });
		if (taken !== 1 || !isWanted) return false;
		const stored = await insertMessage(trx, { kind: 'DIGEST', seenAt: digestAt }, body);
		await startFanout(trx, { ...stored, topicId, webhookIds: [webhookId], kind: 'DIGEST' });
		return true;
	});
}
