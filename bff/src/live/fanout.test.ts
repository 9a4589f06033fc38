import { Place, TopicRow } from '@dropwire/db';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import type { Delivery, DeliverySummary } from '@dropwire/contract';
import { queueEvent, subscribeMany } from '@dropwire/engine';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveHub, type LiveHub } from './hub.ts';

const GUILD = '200000000000000001';
const OTHER_GUILD = '200000000000000002';
let db: TestDatabase;
let hub: LiveHub;
beforeEach(async () => {
	db = await openTestDatabase();
	hub = createLiveHub(db, pino({ level: 'silent' }));
});
afterEach(async () => {
	await hub.close();
	vi.restoreAllMocks();
	await db.close();
});

/** Subscribes webhooks to one topic: those of a guild, or the operators'. */
async function subscribeAll(count: number, guildId: string | null = null): Promise<void> {
	await db.transaction(async (trx) => {
		const topic = await TopicRow.query(trx)
			.findOne({ brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' })
			.throwIfNotFound();
		let channelId = 0;
		if (guildId !== null) {
			await trx('guilds').insert({ guildId, name: 'A guild', updatedAt: 1 });
			[channelId = 0] = await trx('guild_channels').insert({ guildId, topicId: topic.id, createdAt: 1 });
		}
		const rows = Array.from({ length: count }, (_, n) => {
			const id = String(BigInt(guildId ?? '300000000000000000') * 2n + BigInt(n));
			const webhook = { id, token: `t${n}`, url: `https://discord.com/api/webhooks/${id}/t${n}` };
			return {
				place: guildId ? Place.channel({ id: channelId, topicId: topic.id }) : Place.operator(topic.id, `webhook ${n}`),
				webhook,
			};
		});
		await subscribeMany(trx, db.vault, rows);
	});
}

async function publish(sku: string): Promise<void> {
	const sizes = Array.from({ length: 18 }, (_, n) => ({ size: `M ${n}`, available: true, level: null, count: null }));
	const after = {
		brand: 'NIKE' as const,
		sku,
		region: 'US' as const,
		title: 'Air Jordan 5',
		subtitle: null,
		category: 'SHOES',
		status: 'ACTIVE' as const,
		price: null,
		launchAt: null,
		launchMethod: null,
		available: true,
		sizes,
		promoExcluded: false,
		image: null,
		url: null,
	};
	const event = { source: 'NIKE', sku, region: 'US', kind: 'STATUS', before: null, after, at: Date.now() } as const;
	await queueEvent(db, event);
}

const finish = (status: string, limit: number) =>
	db
		.knex('deliveries')
		.where({ status: 'pending' })
		.orderBy('id')
		.limit(limit)
		.select('id')
		.then((rows: { id: number }[]) =>
			db
				.knex('deliveries')
				.whereIn(
					'id',
					rows.map(({ id }) => id),
				)
				.update({ status, sentAt: 1 }),
		);

let people = 0;
async function listen(guilds: readonly string[] | null, { allRows = false, lastEventId = null as string | null } = {}) {
	const reader = { discordId: String(people++), guilds, allRows, check: async () => guilds, lastEventId };
	const stream = hub.subscribe(reader);
	let text = '';
	stream.on('data', (chunk: Buffer) => {
		text += chunk.toString();
	});
	const of = <Data>(kind: string) =>
		[...text.matchAll(new RegExp(`^event: ${kind}\ndata: (.*)$`, 'gm'))].map(([, data]) => JSON.parse(data!) as Data);
	await expect.poll(() => of('hello')).toHaveLength(1);
	return {
		stream,
		of,
		bytes: () => Buffer.byteLength(text),
		lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)![1]!,
		counts: () => of<DeliverySummary>('deliveries').at(-1)?.counts,
	};
}

const counts = (some: Partial<DeliverySummary['counts']>) => ({
	pending: 0,
	sent: 0,
	retrying: 0,
	expired: 0,
	failed: 0,
	...some,
});

test('a fan-out to 500 webhooks is read and serialized once for 50 listeners', async () => {
	await subscribeAll(500);
	const listeners = await Promise.all(Array.from({ length: 50 }, () => listen(null)));
	let rowsRead = 0;
	const statements: string[] = [];
	const count = (rows: unknown, { sql }: { sql: string }) => {
		statements.push(sql);
		if (Array.isArray(rows)) rowsRead += rows.length;
	};
	await publish('ONCE');
	const serialized = vi.spyOn(JSON, 'stringify');
	db.knex.on('query-response', count);
	await expect.poll(() => listeners.map((one) => one.counts())).toEqual(listeners.map(() => counts({ pending: 500 })));
	db.knex.off('query-response', count);
	// The event and the summary.
	const rows = serialized.mock.calls.filter(
		([value]) => typeof value === 'object' && value !== null && 'kind' in value && 'sku' in value,
	);
	expect(rows.length).toBeLessThanOrEqual(2);
	expect(statements.filter((sql) => /`messages`\.\*|`body`/.test(sql))).toEqual([]);
	// New deliveries are read once, and open ones with each poll.
	const polls = statements.filter((sql) => sql.includes('max(')).length;
	expect(rowsRead).toBeLessThan(500 + polls * 501 + 20);
	await finish('sent', 400);
	await expect.poll(() => listeners[49]!.counts()).toEqual(counts({ sent: 400, pending: 100 }));
	await finish('failed', 100);
	await expect.poll(() => listeners[49]!.counts()).toEqual(counts({ sent: 400, failed: 100 }));
	for (const { bytes, of } of listeners) {
		expect(bytes()).toBeLessThan(10_000);
		expect(of('delivery')).toEqual([]);
		expect(of('reset')).toEqual([]);
	}
	// Nothing of a single delivery, such as its webhook.
	expect(listeners[0]!.of<DeliverySummary>('deliveries').at(-1)).toEqual({
		id: expect.any(String),
		eventId: expect.any(String),
		guildId: null,
		region: 'US',
		queuedAt: expect.any(Number),
		edit: false,
		counts: counts({ sent: 400, failed: 100 }),
		kind: 'STATUS',
		sku: 'ONCE',
		title: 'Air Jordan 5',
	});
});

test('each reader gets the counts and rows of their own guilds; on request, all rows', async () => {
	await subscribeAll(20, GUILD);
	await subscribeAll(3, OTHER_GUILD);
	const operator = await listen(null);
	const program = await listen(null, { allRows: true });
	const manager = await listen([GUILD]);
	const other = await listen([OTHER_GUILD]);
	const stranger = await listen([]);
	await publish('GUILDS');
	await finish('sent', 23);
	await expect.poll(() => operator.counts()).toEqual(counts({ sent: 23 }));
	await expect.poll(() => manager.counts()).toEqual(counts({ sent: 20 }));
	expect(manager.of<DeliverySummary>('deliveries').at(-1)).toMatchObject({ guildId: GUILD });
	const sent = (rows: Delivery[]) => new Set(rows.filter(({ status }) => status === 'sent').map(({ id }) => id)).size;
	await expect.poll(() => sent(other.of('delivery'))).toBe(3);
	await expect.poll(() => sent(program.of('delivery'))).toBe(23);
	expect(other.counts()).toBeUndefined();
	expect(program.counts()).toBeUndefined();
	expect(manager.of('delivery')).toEqual([]);
	expect([...stranger.of('delivery'), ...stranger.of('deliveries')]).toEqual([]);
	expect(stranger.of('event')).toHaveLength(1);
});

test('a resumed stream gets missed rows once, or a reset above the limit', async () => {
	await subscribeAll(60);
	const first = await listen(null);
	const witness = await listen(null);
	const before = first.lastId();
	first.stream.destroy();
	await publish('MISSED');
	await expect.poll(() => witness.of('event')).toHaveLength(1);
	const again = await listen(null, { lastEventId: before });
	await expect.poll(() => again.of<Delivery>('delivery')).toHaveLength(60);
	expect(again.of('event')).toHaveLength(1);
	await publish('MORE');
	await expect.poll(() => witness.of('event')).toHaveLength(2);
	await expect.poll(() => again.of('event')).toHaveLength(2);
	expect((await listen(null, { lastEventId: witness.lastId() })).of('event')).toEqual([]);
	const tooLate = await listen(null, { lastEventId: before });
	await expect.poll(() => tooLate.of('reset')).toHaveLength(1);
});

test('rows that become visible after rows with higher ids are sent too', async () => {
	const operator = await listen(null);
	const event = (id: number) => ({ id, source: 'NIKE', sku: `E${id}`, region: 'US', kind: 'PRICE', at: 1 });
	const skus = () => operator.of<{ sku: string }>('event').map(({ sku }) => sku);
	await db.knex('events').insert([event(3), event(7)]);
	await expect.poll(skus).toEqual(['E3', 'E7']);
	await db.knex('events').insert([event(5), event(1)]);
	await expect.poll(skus).toEqual(['E3', 'E7', 'E1', 'E5']);
	await db.knex('events').insert([event(6), event(8)]);
	await expect.poll(skus).toEqual(['E3', 'E7', 'E1', 'E5', 'E6', 'E8']);
});

test('disconnects a reader that does not read', async () => {
	const stream = hub.subscribe({
		discordId: '1',
		guilds: null,
		allRows: false,
		check: async () => null,
		lastEventId: null,
	});
	const large = {
		sku: 'LARGE',
		source: 'NIKE',
		region: 'US',
		kind: 'PRICE',
		at: 1,
		after: JSON.stringify('x'.repeat(400_000)),
	};
	// The stream has begun when a second one has.
	await listen(null);
	await db.knex('events').insert([large, large, large]);
	await expect.poll(() => stream.destroyed).toBe(true);
});
