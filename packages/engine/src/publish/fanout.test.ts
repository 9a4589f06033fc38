import { Delivery, EventRow, GuildChannel, Place, Subscription, TopicRow, Webhook } from '@dropwire/db';
import { onServer, openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { ANNOUNCEMENT_TOPIC } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queueEvent } from '../publishing.ts';
import { ACTIVE_SHOES, aSnapshot, until, waitsForLock } from '../testing.ts';
import { subscribeMany, unsubscribe } from '../webhooks/subscriptions.ts';
import { continueFanout, FIRST_SLICE } from './fanout.ts';
import { queueAnnouncement } from './outbox.ts';
import { queueDigest } from './queue.ts';

/** Enough for the event's own transaction and two slices. */
const WEBHOOKS = 1700;

let db: TestDatabase;
beforeEach(async () => {
	db = await openTestDatabase();
	await subscribeNumbers(1, WEBHOOKS);
});
afterEach(() => db.close());

async function subscribeNumbers(from: number, to: number): Promise<void> {
	await db.transaction(async (trx) => {
		const { id: topicId } = await TopicRow.query(trx).findOne(ACTIVE_SHOES).throwIfNotFound();
		const rows = Array.from({ length: to - from + 1 }, (_, index) => {
			const id = String(100_000_000_000_000_000n + BigInt(from + index));
			const token = `token${id}`.padEnd(68, 'x');
			const webhook = { id, token, url: `https://discord.com/api/webhooks/${id}/${token}` };
			return { place: Place.operator(topicId, id), webhook };
		});
		await subscribeMany(trx, db.vault, rows);
	});
}

const publish = (title = 'Vomero') =>
	queueEvent(db, {
		source: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		kind: 'STATUS',
		before: aSnapshot({ title, status: 'HOLD' }),
		after: aSnapshot({ title }),
		at: Date.now(),
	});
const announce = (webhookIds: number[], toServers = false) =>
	db.transaction((trx) =>
		queueAnnouncement(trx, {
			title: 'Maintenance',
			imageUrl: '',
			description: 'Tonight',
			at: Date.now(),
			webhookIds,
			toServers,
			by: '100000000000000001',
			key: null,
		}),
	);
async function finish(): Promise<number> {
	let slices = 0;
	while (await continueFanout(db)) slices++;
	return slices;
}
/** The webhooks of a message's deliveries, in the order of the deliveries. */
const webhooksOf = async (messageId: number) =>
	(await db.knex('deliveries').where({ messageId }).orderBy('id').pluck('webhookId')) as number[];
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('the first deliveries of a large event are stored with it, the others in slices, each once, and none for webhooks that are off', async () => {
	await db.knex('subscriptions').insert({ webhookId: 3, list: 'broadcast', createdAt: 1 });
	await db.knex('webhooks').whereIn('id', [7, 1600]).update({ active: false, offReason: 'Discord answered 404' });
	expect(await publish()).toMatchObject({ deliveries: null });
	const on = (to: number) => numbers(1, to).filter((id) => id !== 7 && id !== 1600);
	expect(await webhooksOf(1)).toEqual(on(FIRST_SLICE));
	expect(await finish()).toBe(2);
	expect(await webhooksOf(1)).toEqual(on(WEBHOOKS));
	expect(await EventRow.query(db.knex).first()).toMatchObject({ deliveries: WEBHOOKS - 2 });
	expect(await Delivery.query(db.knex).where({ status: 'failed' })).toEqual([]);
	expect(await db.knex('fanouts').select()).toEqual([]);
});

test('a pre-order reaches those subscriptions to restocks that count it, each webhook once, also in later slices', async () => {
	const shops = (status: string) =>
		TopicRow.query(db.knex).findOne({ brand: 'SHOPS', category: 'ALL', region: 'US', status }).throwIfNotFound();
	const [changes, restocks] = [await shops('CHANGE'), await shops('RESTOCK')];
	const row = (webhookId: number, topicId: number, options: object | null = null) => ({
		...Place.operator(topicId, String(webhookId)),
		webhookId,
		createdAt: 1,
		options: options && JSON.stringify(options),
	});
	const changed = numbers(1, 700);
	await db.knex.batchInsert(
		'subscriptions',
		changed.map((id) => row(id, changes.id)),
		500,
	);
	await db
		.knex('subscriptions')
		.insert([
			row(5, restocks.id, { states: ['preorder'] }),
			row(800, restocks.id, { states: ['queue', 'preorder'] }),
			row(801, restocks.id, { states: ['queue'] }),
			row(802, restocks.id),
			row(803, restocks.id, { states: ['preorder'], kinds: ['RESTOCK'], name: 'Pre-orders' }),
			row(804, restocks.id, { states: ['preorder'], kinds: ['LIVE'] }),
			row(805, restocks.id, { kinds: ['STOCK'], name: 'Other' }),
		]);
	const soldOut = aSnapshot({ brand: 'SHOPS', category: 'ALL', status: null, available: false, sizes: [] });
	const [before, after] = [soldOut, { ...soldOut, state: 'preorder' as const }];
	const event = { source: 'SHOPS', sku: 'shop.example/runner', region: 'US', kind: 'STOCK', at: Date.now() } as const;
	await queueEvent(db, { ...event, before, after });
	expect(await webhooksOf(1)).toHaveLength(FIRST_SLICE);
	await finish();
	expect((await webhooksOf(1)).toSorted((a, b) => a - b)).toEqual([...changed, 800, 803]);
	const ofRestocks = db.knex('deliveries').where({ topicId: restocks.id }).orderBy('webhookId').pluck('webhookId');
	expect(await ofRestocks).toEqual([800, 803]);
	expect(await db.knex('deliveries').where({ topicId: changes.id }).pluck('id')).toHaveLength(changed.length);
	// A change that enters no state goes to its own topic only.
	await queueEvent(db, { ...event, sku: 'shop.example/other', before: after, after: before });
	await finish();
	expect((await webhooksOf(2)).toSorted((a, b) => a - b)).toEqual(changed);
});

test('an announcement to servers is stored in slices too, with what the options of their links change', async () => {
	const [guild, chosen] = [{ guildId: '200000000000000001' }, [2, 1650]];
	const { id: topicId } = await TopicRow.query(db.knex).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
	await db.knex('guilds').insert({ ...guild, name: 'Servers', updatedAt: 1 });
	const channel = await GuildChannel.query(db.knex).insert({ ...guild, topicId, createdAt: 1 });
	const place = Place.channel({ id: channel.id, topicId });
	const rows = numbers(1, WEBHOOKS).map((webhookId) => ({ ...place, webhookId, createdAt: 1, options: null }));
	await db.knex.batchInsert('subscriptions', rows, 500);
	const link = (webhookId: number) => db.knex('subscriptions').where({ webhookId, topicId });
	await link(1600).update({ options: '{"name":"Counts"}' });
	await link(1650).update({ options: '{"thread":{"name":"{title}"}}' });
	await link(1601).update({ options: '{"exclude":["maintenance"]}' });
	await link(5).update({ paused: true });

	expect(await announce(chosen, true)).toMatchObject({ deliveries: WEBHOOKS - 2 });
	expect(await webhooksOf(1)).toHaveLength(FIRST_SLICE);
	expect(await finish()).toBe(2);
	const stored = await webhooksOf(1);
	expect(stored.toSorted((a, b) => a - b)).toEqual(
		[...numbers(1, WEBHOOKS), 1650].filter((id) => id !== 5 && id !== 1601).sort((a, b) => a - b),
	);
	const changed = db.knex('deliveries').whereNotNull('overlay').orderBy('webhookId');
	expect(await changed.select('webhookId', 'guildId', 'overlay')).toEqual([
		{ webhookId: 1600, ...guild, overlay: '{"name":"Counts"}' },
		{
			webhookId: 1650,
			...guild,
			overlay: '{"post":{"name":"Maintenance"}}',
		},
	]);
	// The operators chose this webhook, so its other message belongs to them.
	const common = await db
		.knex('deliveries')
		.whereNull('overlay')
		.whereIn('webhookId', [2, 3, 1650])
		.orderBy('webhookId');
	expect(common.map(({ webhookId, guildId }) => [webhookId, guildId])).toEqual([
		[2, guild.guildId],
		[3, guild.guildId],
		[1650, null],
	]);
});

test('many new products are events of their own with one message, which lists what the filter of a subscription lets through', async () => {
	const option = (webhookId: number, options: object) =>
		db
			.knex('subscriptions')
			.where({ webhookId })
			.update({ options: JSON.stringify(options) });
	await option(3, { include: ['runner 4'] });
	await option(4, { include: ['boot'] });
	await option(1650, { include: ['runner 2', 'runner 3'], mentions: ['100000000000000001'] });
	const titles = numbers(1, 12).map((n) => `Runner ${n}`);
	const after = (title: string) => aSnapshot({ sku: title, title });
	const events = titles.map((title) => ({
		event: {
			source: 'NIKE',
			sku: title,
			region: 'US',
			kind: 'NEW',
			before: null,
			after: after(title),
			at: Date.now(),
		} as const,
		// Another process stored the last one.
		guard: async () => title !== 'Runner 12',
	}));
	expect(await queueDigest(db, events)).toHaveLength(11);
	await finish();
	const stored = await EventRow.query(db.knex).orderBy('id');
	expect(stored.map(({ sku }) => sku)).toEqual(titles.slice(0, 11));
	expect(new Set(stored.map(({ deliveries, digestOf, id }) => `${deliveries} ${digestOf ?? id}`))).toEqual(
		new Set([`${WEBHOOKS - 1} ${stored[0]?.id}`]),
	);
	const [message, ...others] = await db.knex('messages').select('id', 'body');
	expect(others).toEqual([]);
	const embed = (JSON.parse(message!.body) as { embeds: [{ title: string; description: string }] }).embeds[0];
	expect(embed.title).toBe('11 new products at Nike');
	expect(embed.description.split('\n')).toHaveLength(11);
	expect(embed.description).toContain('[Runner 1](https://www.nike.com/t/vomero/CK9246-101) · $160.00\n');
	const own = await db.knex('deliveries').whereNotNull('overlay').orderBy('webhookId').select('webhookId', 'overlay');
	expect(own.map(({ webhookId, overlay }) => [webhookId, JSON.parse(overlay!)])).toEqual([
		[3, { embed: expect.objectContaining({ title: '1 new product at Nike' }) }],
		[
			1650,
			{
				parts: [{ mentions: ['100000000000000001'] }],
				embed: expect.objectContaining({ title: '2 new products at Nike' }),
			},
		],
	]);
	// A restock of the first product edits no list.
	const soldOut = aSnapshot({ sku: 'Runner 1', available: false });
	const restock = { source: 'NIKE', sku: 'Runner 1', region: 'US', kind: 'RESTOCK', before: soldOut } as const;
	await queueEvent(db, { ...restock, after: after('Runner 1'), at: Date.now() });
	expect(await db.knex('deliveries').whereNotNull('editOf')).toEqual([]);
});

test('an event to few webhooks has all its deliveries at once', async () => {
	await db
		.knex('subscriptions')
		.where('webhookId', '>', FIRST_SLICE - 1)
		.delete();
	expect(await publish()).toMatchObject({ deliveries: FIRST_SLICE - 1 });
	expect(await webhooksOf(1)).toHaveLength(FIRST_SLICE - 1);
	expect(await finish()).toBe(0);
});

test('messages of several processes stay in order per webhook', async () => {
	await publish('first');
	expect(await announce(numbers(1, WEBHOOKS))).toMatchObject({ deliveries: WEBHOOKS });
	await publish('third');
	expect(await webhooksOf(2)).toEqual([]);
	// Several callers, as several processes: each continues for as long as there is something left.
	await Promise.all([finish(), finish(), finish()]);
	await finish();
	const rows = await Delivery.query(db.knex).orderBy('id');
	expect(rows).toHaveLength(3 * WEBHOOKS);
	for (const own of Map.groupBy(rows, (row) => row.webhookId).values()) {
		expect(own.map((row) => row.messageId)).toEqual([1, 2, 3]);
	}
	// Nothing is left that a small message would have to wait for.
	await announce([5]);
	expect(await webhooksOf(4)).toEqual([5]);
});

test('a webhook that is removed before its slice gets nothing, and one that is added behind the slice gets it', async () => {
	await publish();
	const removed = await Webhook.query(db.knex).findById(1500).throwIfNotFound();
	await db.knex('subscriptions').where({ webhookId: removed.id }).delete();
	await subscribeNumbers(WEBHOOKS + 1, WEBHOOKS + 1);
	await finish();
	expect(await webhooksOf(1)).toEqual(numbers(1, WEBHOOKS + 1).filter((id) => id !== removed.id));
});

test.each([
	['', null],
	[', also with a message of its own', JSON.stringify({ name: 'Drops' })],
])('a webhook that is removed after its slice and added again gets the event once%s', async (_, options) => {
	await publish();
	await continueFanout(db);
	const row = await Subscription.query(db.knex).findOne({ webhookId: 1 }).throwIfNotFound();
	await db.transaction((trx) => unsubscribe(trx, [row.id]));
	await subscribeNumbers(1, 1);
	await db.knex('subscriptions').where('webhookId', '>', WEBHOOKS).update({ options });
	await finish();
	const targets: string[] = await db.knex('deliveries').pluck('target');
	expect(targets).toHaveLength(WEBHOOKS);
	expect(new Set(targets).size).toBe(WEBHOOKS);
	expect(await EventRow.query(db.knex).first()).toMatchObject({ deliveries: WEBHOOKS });
});

test.runIf(onServer).each([
	['the common message', null],
	['a message of its own', JSON.stringify({ name: 'Drops' })],
])('an event waits for the removal of a webhook that gets %s, and all others get it', async (_, options) => {
	await db.knex('subscriptions').where({ webhookId: 5 }).update({ options });
	const row = await Subscription.query(db.knex).findOne({ webhookId: 5 }).throwIfNotFound();
	let published: Promise<unknown> = Promise.resolve();
	await db.transaction(async (trx) => {
		await unsubscribe(trx, [row.id]);
		published = publish();
		await Promise.race([published, until('the event waits for the removal', () => waitsForLock(db))]);
	});
	expect(await published).toMatchObject({ eventId: expect.any(Number) });
	await finish();
	const reached = await db.knex('deliveries').orderBy('webhookId').pluck('webhookId');
	expect(reached).toEqual(numbers(1, WEBHOOKS).filter((id) => id !== 5));
	expect(await EventRow.query(db.knex).first()).toMatchObject({ deliveries: WEBHOOKS - 1 });
});

test('a failed slice is rolled back and inserted later', async () => {
	await publish();
	await failInserts();
	await expect(continueFanout(db)).rejects.toThrow('no such');
	expect(await webhooksOf(1)).toHaveLength(FIRST_SLICE);
	await db.knex.raw('drop trigger fail_inserts');
	await finish();
	expect(await webhooksOf(1)).toEqual(numbers(1, WEBHOOKS));
});

/** Makes the delivery to webhook 900, in the middle of the second slice, impossible. */
async function failInserts(): Promise<void> {
	const fail =
		db.dialect === 'mysql' ? `signal sqlstate '45000' set message_text = 'no such'` : `select raise(abort, 'no such')`;
	const when = db.dialect === 'mysql' ? `if new.webhookId = 900 then ${fail}; end if;` : `${fail};`;
	const guard = db.dialect === 'mysql' ? 'for each row' : 'when new.webhookId = 900';
	await db.knex.raw(`create trigger fail_inserts before insert on deliveries ${guard} begin ${when} end`);
}
