import { Delivery, GuildChannel, Place, TopicRow, Webhook } from '@dropwire/db';
import { type Statement, unboundedReads } from '@dropwire/db/testing';
import type { EventKind, SubscriptionOptions } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import type { EditPolicy } from '../publish/edits.ts';
import { redeliver } from '../publish/outbox.ts';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { storeOptions } from '../webhooks/storedOptions.ts';

const deliveries = useDeliveries();
/** No pauses between edits. */
const QUICK: EditPolicy = { windowMs: 600_000, gapsMs: [0] };

const NOW = Date.now();
const GUILD = SANDBOX_GUILDS.soleSearchers.id;

/** The product with these of its three sizes in stock. */
function withSizes(...inStock: string[]): ProductSnapshot {
	return aSnapshot({
		available: inStock.length > 0,
		sizes: ['8', '9', '10'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null })),
	});
}

interface Change {
	kind: EventKind;
	from?: string[];
	to: string[];
	/** Ms in the past. */
	ago?: number;
	sku?: string;
	pace?: EditPolicy;
}

/** Publishes a change of stock. */
async function change({ kind, from = [], to, ago = 0, sku = 'CK9246-101', pace = QUICK }: Change): Promise<void> {
	const [before, after] = [withSizes(...from), withSizes(...to)];
	const event = { source: 'NIKE', sku, region: 'US', kind, before, after, at: NOW - ago } as const;
	await queueEvent(deliveries.fixture.db, event, undefined, { policy: pace });
}

/** The messages in Discord, oldest first: their text without what never changes, and how often each was edited. */
async function messages() {
	const received = await deliveries.fixture.sandbox.control.messages();
	return received.map(({ edits, body }) => {
		const [embed] = (body as { embeds: { description: string; fields: { name: string; value: string }[] }[] }).embeds;
		const field = (name: RegExp) => embed?.fields.find((one) => name.test(one.name))?.value;
		return { edits, text: embed?.description.split(' · ').slice(0, -1).join(' '), soldOut: field(/sold out/i) };
	});
}
const settled = (count: number) => deliveries.settled(count);
const rows = () => Delivery.query(deliveries.fixture.db.knex).orderBy('id');
/** For each delivery, the number of the one that it edits: the server leaves gaps between ids. */
async function originals(): Promise<(number | null)[]> {
	const all = await rows();
	return all.map(({ editOf }) => (editOf === null ? null : all.findIndex(({ id }) => id === editOf) + 1));
}

test("stock events edit the product's recent message", async () => {
	await deliveries.withWebhooks(1);
	await deliveries.fixture.start();
	await change({ kind: 'RESTOCK', to: ['8', '9'], ago: 252_000 });
	await settled(1);
	await change({ kind: 'STOCK', from: ['8', '9'], to: ['8'], ago: 100_000 });
	await settled(2);
	expect(await messages()).toEqual([{ edits: 1, text: '**Restock**', soldOut: '~~9~~, 10' }]);
	await change({ kind: 'STOCK', from: ['8'], to: [] });
	await settled(3);
	expect(await messages()).toEqual([
		{ edits: 2, text: '**Restock** sold out after 4 min 12 s', soldOut: '~~8~~, ~~9~~, 10' },
	]);
	await change({ kind: 'RESTOCK', to: ['10'], sku: 'DD1391-100' });
	await change({ kind: 'PRICE', to: ['8'] });
	await settled(5);
	// The product's latest message, whatever its kind.
	await change({ kind: 'RESTOCK', from: [], to: ['9'] });
	await settled(6);
	expect((await messages()).map(({ text, edits }) => `${text} ${edits}`)).toEqual([
		'**Restock** sold out after 4 min 12 s 2',
		'**Restock** 0',
		'**Restock** 1',
	]);
	expect(await originals()).toEqual([null, 1, 1, null, null, 5]);
	const counts = await deliveries.fixture.db.knex('outcome_minutes').sum({ sent: 'sent', edited: 'edited' }).first();
	expect([Number(counts?.['sent']), Number(counts?.['edited'])]).toEqual([3, 3]);
});

test('a message is edited for ten minutes after it began', async () => {
	await deliveries.withWebhooks(1);
	await deliveries.fixture.start();
	await change({ kind: 'RESTOCK', to: ['8'], ago: 601_000 });
	await settled(1);
	await change({ kind: 'RESTOCK', from: ['8'], to: ['8', '9'], ago: 60_000 });
	await settled(2);
	await change({ kind: 'STOCK', from: ['8', '9'], to: ['9'] });
	await settled(3);
	await change({ kind: 'STOCK', from: ['9'], to: ['8', '9'] });
	await settled(4);
	expect((await messages()).map(({ edits }) => edits)).toEqual([1, 1]);
});

test('messages from before a clock change are not edited', async () => {
	await deliveries.withWebhooks(1);
	await deliveries.fixture.start();
	await change({ kind: 'RESTOCK', to: ['8'], ago: -3_600_000 });
	await settled(1);
	await change({ kind: 'RESTOCK', from: ['8'], to: ['8', '9'] });
	await settled(2);
	await change({ kind: 'STOCK', from: ['8', '9'], to: ['9'] });
	await settled(3);
	expect((await messages()).map(({ edits }) => edits)).toEqual([0, 1]);
});

test('edits go to the webhooks that got the message', async () => {
	const [first, second] = await deliveries.withWebhooks(2);
	const { db, sandbox } = deliveries.fixture;
	await deliveries.fixture.start();
	await change({ kind: 'RESTOCK', to: ['8'] });
	await settled(2);
	await db.knex('subscriptions').where({ webhookId: 1 }).update({ topicId: 1 });
	await sandbox.control.createWebhooks({ count: 1 }).then((added) => deliveries.fixture.subscribeAll(added));
	await change({ kind: 'STOCK', from: ['8'], to: [] });
	await settled(5);
	expect((await messages()).map(({ edits }) => edits)).toEqual([1, 1, 0]);
	expect(await originals()).toEqual([null, null, 1, 2, null]);
	await sandbox.control.deleteWebhook(first!.id);
	await sandbox.control.rotateToken(second!.id);
	await change({ kind: 'RESTOCK', to: ['8'] });
	await settled(8);
	expect(await db.knex('webhooks').orderBy('id').pluck('active')).toEqual([0, 0, 1]);
	expect((await rows()).slice(5).map(({ status }) => status)).toEqual(['failed', 'failed', 'sent']);
	expect((await originals()).slice(5)).toEqual([1, 2, 5]);
});

test('an edit of a missing message is sent as a new message', async () => {
	const webhooks = await deliveries.withWebhooks(3);
	const { db, sandbox } = deliveries.fixture;
	await sandbox.control.failDiscord({
		webhookId: webhooks[1]!.id,
		times: 1,
		fault: { status: 400, body: { message: 'Invalid', code: 50_035 } },
	});
	await change({ kind: 'RESTOCK', to: ['8'] });
	await db
		.knex('deliveries')
		.where({ webhookId: 3 })
		.update({ status: 'retrying', notBefore: Date.now() + 60_000 });
	await deliveries.fixture.start();
	await until('two are final', async () => (await rows()).filter(({ attempts }) => attempts > 0).length === 2);
	const [posted] = await sandbox.control.messages();
	await sandbox.control.deleteMessage(posted!.id);
	await change({ kind: 'STOCK', from: ['8'], to: ['9'] });
	await settled(6);
	expect((await messages()).map(({ edits }) => edits)).toEqual([0, 0, 0]);
	expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'failed', 'expired', 'sent', 'sent', 'sent']);
	expect(await originals()).toEqual([null, null, null, null, null, null]);
	await change({ kind: 'STOCK', from: ['9'], to: ['8', '9'] });
	await settled(9);
	expect((await messages()).map(({ edits }) => edits)).toEqual([1, 1, 1]);
	expect(new Set((await originals()).slice(6))).toEqual(new Set([4, 5, 6]));
});

test('waiting edits are replaced by the newest state', async () => {
	await deliveries.withWebhooks(1);
	await change({ kind: 'RESTOCK', to: ['8'] });
	await change({ kind: 'STOCK', from: ['8'], to: ['9'] });
	await change({ kind: 'RESTOCK', from: ['9'], to: ['9', '10'] });
	await change({ kind: 'STOCK', from: ['9', '10'], to: ['10'] });
	expect((await rows()).map(({ messageId }) => messageId)).toEqual([1, 4]);
	expect(await originals()).toEqual([null, 1]);
	await deliveries.fixture.start();
	await settled(2);
	expect(await messages()).toMatchObject([{ edits: 1, soldOut: '~~8~~, ~~9~~' }]);
});

test('an edit that waits is sent although its link is paused before the next change', async () => {
	await deliveries.withWebhooks(2);
	const { db } = deliveries.fixture;
	await change({ kind: 'RESTOCK', to: ['8', '9'] });
	await change({ kind: 'STOCK', from: ['8', '9'], to: ['8'] });
	const paused = { paused: true, options: JSON.stringify({ paused: true }) };
	const link = await db.knex('subscriptions').orderBy('id').first('id');
	await db.knex('subscriptions').where(link!).update(paused);
	await change({ kind: 'STOCK', from: ['8'], to: [] });
	expect((await rows()).map(({ messageId }) => messageId)).toEqual([1, 1, 2, 3]);
	expect(await originals()).toEqual([null, null, 1, 2]);
});

test.each(['JD', 'ASICS'] as const)(
	'a pause of a link to %s restocks stops the edits of its messages, and a pause of another link does not',
	async (brand) => {
		await deliveries.withWebhooks(4);
		const { db } = deliveries.fixture;
		await db.knex('guilds').insert({ guildId: GUILD, name: 'Sole Searchers', updatedAt: 1 });
		const link = async (webhookIds: number[], status: string, options: SubscriptionOptions) => {
			const topic = { brand, category: 'SHOES', region: 'US', status };
			const { id: topicId } = await TopicRow.query(db.knex).findOne(topic).throwIfNotFound();
			const channel =
				(await GuildChannel.query(db.knex).findOne({ guildId: GUILD, topicId })) ??
				(await GuildChannel.query(db.knex).insert({ guildId: GUILD, topicId, createdAt: 1 }));
			const { columns } = storeOptions(options);
			const rows = webhookIds.map((webhookId) => ({ ...Place.channel(channel), webhookId, createdAt: 1, ...columns }));
			await db.knex('subscriptions').insert(rows);
			return topicId;
		};
		const states: SubscriptionOptions['states'] = ['preorder'];
		// Without a mention, the message is the common one.
		const restocks = await link([1, 3], 'RESTOCK', { states, mentions: ['100000000000000011'] });
		await link([2, 4], 'RESTOCK', { states });
		if (brand === 'JD') await link([3, 4], 'CHANGE', { paused: true });
		const soldOut = aSnapshot({ brand, status: null, available: false, sizes: [] });
		const preorder = { ...soldOut, state: 'preorder' as const };
		const product = { source: brand, sku: 'SC9246-101', region: 'US' } as const;
		const options = { policy: QUICK };
		const begins = { ...product, kind: 'STOCK', before: soldOut, after: preorder, at: NOW - 60_000 } as const;
		await queueEvent(db, begins, undefined, options);
		const sent = await rows();
		expect(new Set(sent.map(({ webhookId }) => webhookId))).toEqual(new Set([1, 2, 3, 4]));
		await db
			.knex('subscriptions')
			.whereIn('webhookId', [1, 2])
			.update({ paused: true, options: JSON.stringify({ states, paused: true }) });
		await queueEvent(db, { ...product, kind: 'STOCK', before: preorder, after: soldOut, at: NOW }, undefined, options);
		const edits = (await rows()).slice(sent.length);
		expect(new Set(edits.map(({ webhookId }) => webhookId))).toEqual(new Set([3, 4]));
		expect(edits.every(({ editOf }) => editOf !== null)).toBe(true);
		// The log of the server lists all of them under the topic of the link.
		expect(await rows()).toMatchObject(Array.from({ length: 6 }, () => ({ topicId: restocks, guildId: GUILD })));
	},
);

test('a failed edit can be sent again unless a newer one exists', async () => {
	const [webhook] = await deliveries.withWebhooks(1);
	const { db, sandbox } = deliveries.fixture;
	const engine = await deliveries.fixture.start();
	await change({ kind: 'RESTOCK', to: ['8', '9'] });
	await settled(1);
	const fault = { status: 400, body: { message: 'Invalid', code: 50_035 } };
	await sandbox.control.failDiscord({ webhookId: webhook!.id, times: 2, fault });
	await change({ kind: 'STOCK', from: ['8', '9'], to: ['8'] });
	await settled(2);
	await change({ kind: 'STOCK', from: ['8'], to: ['9'] });
	await settled(3);
	expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'failed', 'failed']);
	const [, older, newer] = await rows();
	expect(await db.transaction((trx) => redeliver(trx, older!.id))).toBe(false);
	expect(await db.transaction((trx) => redeliver(trx, newer!.id))).toBe(true);
	engine.wake();
	await settled(3);
	expect(await messages()).toMatchObject([{ edits: 1, soldOut: '~~8~~, 10' }]);
});

test.each([
	[
		'limited',
		{ limited: { retryAfter: 60, scope: 'shared' } },
		'Discord answered 429: The resource is being rate limited.',
	],
	[
		'limited by their age',
		{ status: 429, body: { message: 'Old', code: 30_046, retry_after: 60 } },
		'Discord answered 429: Old [30046]',
	],
	['answered with an error', { status: 500 }, 'Discord answered 500: Sandbox fault'],
] as const)('new messages of a webhook do not wait for its edits that are %s', async (_, fault, reason) => {
	const [webhook] = await deliveries.withWebhooks(1);
	const { db, sandbox, start } = deliveries.fixture;
	const engine = await start({ retryPause: () => 20_000 });
	await change({ kind: 'RESTOCK', to: ['8', '9'] });
	await settled(1);
	await sandbox.control.failDiscord({ webhookId: webhook!.id, times: 1, fault });
	await change({ kind: 'STOCK', from: ['8', '9'], to: ['8'] });
	engine.wake();
	await until('its edits wait', async () => (await Webhook.query(db.knex).findById(1))?.editsPausedUntil !== 0);
	await change({ kind: 'RESTOCK', to: ['10'], sku: 'DD1391-100' });
	engine.wake();
	await until('the new message arrived', async () => (await messages()).length === 2);
	expect((await messages()).map(({ edits }) => edits)).toEqual([0, 0]);
	const row = await Webhook.query(db.knex).findById(1).throwIfNotFound();
	expect(row.editsPausedUntil).toBeGreaterThan(Date.now() + 10_000);
	expect(row.pauseReason).toBe(`Only edits wait. ${reason}`);
	await db.knex('webhooks').update({ editsPausedUntil: 0 });
	await settled(3);
	expect((await messages()).map(({ edits }) => edits)).toEqual([1, 0]);
	expect((await sandbox.control.stats()).requests).toBe(4);
});

test('an edit in an archived thread is sent as a new message', async () => {
	const [webhook] = await deliveries.withWebhooks(1);
	const { sandbox, start } = deliveries.fixture;
	await start();
	await change({ kind: 'RESTOCK', to: ['8', '9'] });
	await settled(1);
	const answers = async (...codes: number[]) => {
		for (const code of codes) {
			const fault = { status: 400, body: { message: 'Thread', code } };
			await sandbox.control.failDiscord({ webhookId: webhook!.id, times: 1, fault });
		}
	};
	await answers(50_083);
	await change({ kind: 'STOCK', from: ['8', '9'], to: ['8'] });
	await settled(2);
	expect(await messages()).toMatchObject([{ edits: 0 }, { edits: 0, soldOut: '~~9~~, 10' }]);
	await answers(50_083, 160_005);
	await change({ kind: 'STOCK', from: ['8'], to: [] });
	await settled(3);
	const reason = 'The thread is locked: unlock it or set another one. Discord answered 400: Thread [160005]';
	expect((await rows()).at(-1)).toMatchObject({ status: 'failed', reason });
});

test('edits to many webhooks are queued in slices', async () => {
	await deliveries.withWebhooks(700);
	await deliveries.fixture.start();
	await change({ kind: 'RESTOCK', to: ['8'] });
	await settled(700);
	await change({ kind: 'STOCK', from: ['8'], to: [] });
	await settled(1400);
	const received = await messages();
	expect(received).toHaveLength(700);
	expect(new Set(received.map(({ edits, soldOut }) => `${edits} ${soldOut}`))).toEqual(new Set(['1 ~~8~~, 9, 10']));
});

test('queueing an edit reads no more than the messages that it edits', async () => {
	await deliveries.withWebhooks(3);
	const { db } = deliveries.fixture;
	for (let n = 0; n < 30; n++) await change({ kind: 'PRICE', to: ['8'], sku: `OTHER-${n}` });
	await change({ kind: 'RESTOCK', to: ['8'] });
	const statements: Statement[] = [];
	db.knex.on('query', (query: Statement) => statements.push(query));
	await change({ kind: 'STOCK', from: ['8'], to: [] });
	const reads = statements
		.map(({ sql, bindings }) => ({ sql: sql.replace(/^insert into `deliveries` \([^)]*\) /, ''), bindings }))
		.filter(({ sql }) => sql.includes('`events`') || sql.includes('`editOf`'));
	expect(reads.filter(({ sql }) => sql.startsWith('select')).length).toBeGreaterThan(3);
	expect(await unboundedReads(db, reads)).toEqual([]);
});
