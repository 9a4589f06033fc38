import { BROADCAST_LIST, type Database, type Knex } from '@dropwire/db';
import { nextDigestAt, type SubscriptionOptions } from '@dropwire/domain';
import type { WebhookBody } from '../message/body.ts';
import { insertOwn } from '../publish/insertDeliveries.ts';
import { insertMessage } from '../publish/insertMessage.ts';
import { composeWeek, type Week } from '../publish/messages/composeWeek.ts';
import { weeklyDigest } from '../publish/subscriptions/announced.ts';
import { filterOf } from '../publish/subscriptions/filter.ts';
import { readWeeks } from './readWeeks.ts';

const HOUR_MS = 3_600_000;
/** Digests of a brand in a region that are queued in a row: the others follow a second later. */
const AT_ONCE = 200;

interface DueDigest {
	id: number;
	options: string;
	digestAt: number;
	active: number;
	paused: number;
	pausedAt: number | null;
}

type Group = Pick<Week, 'brand' | 'region'>;

/**
 * Queues the weekly digests that are due, each in the transaction that moves its subscription to the next week: so it is
 * one, however many processes run. One that is more than an hour late is left out.
 * @param onError called for a region whose week could not be read: its digests stay for the next call, and the others are queued
 * @returns the number of queued digests
 */
export async function queueDigests(
	db: Database,
	{ publicUrl, onError }: { publicUrl: string | null; onError: (error: unknown) => void },
	now = Date.now(),
): Promise<number> {
	const groups: Group[] = await dueAt(db.knex, now).distinct('t.brand', 't.region');
	let queued = 0;
	for (const group of groups) {
		try {
			queued += await queueGroup(db, group, publicUrl, now);
		} catch (error) {
			onError(error);
		}
	}
	return queued;
}

function dueAt(knex: Knex, now: number): Knex.QueryBuilder {
	return knex('subscriptions as s')
		.join('topics as t', 't.id', 's.topicId')
		.where('s.digestAt', '<=', now)
		.whereNot('s.list', BROADCAST_LIST);
}

async function queueGroup(db: Database, group: Group, publicUrl: string | null, now: number): Promise<number> {
	const { brand, region } = group;
	const due: DueDigest[] = await dueAt(db.knex, now)
		.join('webhooks as w', 'w.id', 's.webhookId')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.leftJoin('guilds as g', 'g.guildId', 'c.guildId')
		.where({ 't.brand': brand, 't.region': region })
		.orderBy('s.digestAt')
		.limit(AT_ONCE)
		.select('s.id', 's.options', 's.digestAt', 's.paused', 'w.active', 'g.pausedAt');
	const wanted = due.filter((one) => isWanted(one, now));
	for (const one of due) if (!wanted.includes(one)) await moveOn(db.knex, one, now);
	if (wanted.length === 0) return 0;
	// Subscriptions with the same options share a week.
	const same = [...Map.groupBy(wanted, ({ options }) => options)];
	const filters = same.map(([options]) => filterOf(options));
	const weeks = await readWeeks(db, group, filters, now);
	let queued = 0;
	for (const [index, [, ones]] of same.entries()) {
		const body = composeWeek(weeks[index] as Week, publicUrl);
		for (const one of ones) if (await queueDigest(db, one, body, now)) queued++;
	}
	return queued;
}

function isWanted({ options, active, paused, pausedAt, digestAt }: DueDigest, now: number): boolean {
	const { digest } = JSON.parse(options) as SubscriptionOptions;
	return Boolean(digest && active && !paused) && pausedAt === null && now - digestAt < HOUR_MS;
}

/** Moves a subscription to its next week. @returns false if another process has */
async function moveOn(knex: Knex, { id, digestAt, options }: DueDigest, now: number): Promise<boolean> {
	const { digest } = JSON.parse(options) as SubscriptionOptions;
	const next = digest ? nextDigestAt(digest, now) : null;
	return (await knex('subscriptions').where({ id, digestAt }).update({ digestAt: next })) === 1;
}

/** @returns whether it was queued: another process can have done it */
async function queueDigest(db: Database, one: DueDigest, body: WebhookBody, now: number): Promise<boolean> {
	const { id, digestAt } = one;
	return db.transaction(async (trx) => {
		if (!(await moveOn(trx, one, now))) return false;
		const stored = await insertMessage(trx, { kind: 'DIGEST', seenAt: digestAt }, body);
		return (await insertOwn(trx, { ...stored, earlier: [] }, [await weeklyDigest(trx, id)], new Set())) > 0;
	});
}
