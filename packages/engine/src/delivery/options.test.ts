import { Delivery, GuildChannel, Place, Subscription, TopicRow } from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC, type EventKind, maskWebhook, type SubscriptionOptions } from '@dropwire/domain';
import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import { queueAnnouncement, queueNotice } from '../publish/outbox.ts';
import { queueEvent } from '../publishing.ts';
import { ACTIVE_SHOES, aSnapshot, until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { storeOptions } from '../webhooks/storedOptions.ts';
import { subscribeMany } from '../webhooks/subscriptions.ts';

const deliveries = useDeliveries();
const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const [ROLE, OTHER_ROLE] = ['100000000000000011', '100000000000000012'];

const setOptions = (id: number, options: SubscriptionOptions) =>
	Subscription.query(deliveries.fixture.db.knex).findById(id).patch(storeOptions(options).columns);

function publish(kind: EventKind, available: string[] = ['8'], title = 'Vomero') {
	const sizes = (inStock: string[]) =>
		['8', '9'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null }));
	const [before, after] = [aSnapshot({ title, sizes: sizes([]) }), aSnapshot({ title, sizes: sizes(available) })];
	const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind, before, after, at: Date.now() } as const;
	return queueEvent(deliveries.fixture.db, event, undefined, { policy: { windowMs: 600_000, gapsMs: [0] } });
}

const messages = () => deliveries.fixture.sandbox.control.messages();
const rows = () => Delivery.query(deliveries.fixture.db.knex).orderBy('id');
const settled = (count: number) => deliveries.settled(count);

/** Calls the sandbox's Discord as the bot. */
async function bot(
	method: string,
	path: string,
	body: object = {},
): Promise<{ id: string; available_tags?: { id: string }[] }> {
	const response = await fetch(`${deliveries.fixture.sandbox.origin}/api/v10${path}`, {
		method,
		headers: { authorization: `Bot ${SANDBOX_APP.botToken}`, 'content-type': 'application/json' },
		...(method !== 'DELETE' && method !== 'GET' && { body: JSON.stringify(body) }),
	});
	expect(response.ok).toBe(true);
	return (await response.json()) as { id: string; available_tags?: { id: string }[] };
}

/** A webhook of a new channel of the guild, subscribed by the operators. @param thread returns the thread of its URL */
async function channelOf(type: number, thread?: (channelId: string) => Promise<string>, rest: object = {}) {
	const { fixture } = deliveries;
	const { id: channelId, available_tags: tags = [] } = await bot('POST', `/guilds/${GUILD}/channels`, {
		name: 'drops',
		type,
		...rest,
	});
	const webhook = (await bot('POST', `/channels/${channelId}/webhooks`, { name: 'Drops' })) as {
		id: string;
		token: string;
	};
	const threadId = thread && (await thread(channelId));
	const url = `${fixture.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}${threadId ? `?thread_id=${threadId}` : ''}`;
	await fixture.subscribeAll([{ ...webhook, url, ...(threadId && { threadId }) }]);
	const row = await Subscription.query(fixture.db.knex).orderBy('id', 'desc').first().throwIfNotFound();
	return { channelId, threadId: threadId as string, subscription: row.id, tags: tags.map(({ id }) => id) };
}

test('only webhooks of the application have the button Watch, unless an option leaves it out, and edits keep it', async () => {
	await deliveries.withWebhooks(1);
	const { fixture } = deliveries;
	const { knex } = fixture.db;
	for (let n = 0; n < 2; n++) await channelOf(0);
	const applicationId = SANDBOX_APP.clientId;
	await knex('webhooks').whereIn('id', [2, 3]).update({ applicationId });
	await setOptions(3, { watchButton: false });
	await fixture.start({ sources: [], buttonApplication: applicationId });
	await publish('RESTOCK');
	await settled(3);
	await publish('STOCK', ['9']);
	await settled(6);
	const sent = await messages();
	expect(sent.map(({ edits }) => edits)).toEqual([1, 1, 1]);
	const buttons = Object.fromEntries(
		sent.map(({ webhookId, body }) => [webhookId, (body as { components?: unknown[] }).components]),
	);
	const ids: string[] = await knex('webhooks').orderBy('id').pluck('discordId');
	const watch = { type: 2, style: 2, label: 'Watch', custom_id: 'watch|add|NIKE|CK9246-101' };
	expect(ids.map((id) => buttons[id])).toEqual([undefined, [{ type: 1, components: [watch] }], undefined]);
	expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('options filter and change messages per owner', async () => {
	const [shared] = await deliveries.withWebhooks(4);
	const { db } = deliveries.fixture;
	await setOptions(2, { kinds: ['PRICE'] });
	await setOptions(3, { mentions: [ROLE], name: 'Vomero news', avatar: 'https://x.example/a.png', include: ['vom*'] });
	// The first webhook also belongs to a guild, which mentions a role, and twice to the operators.
	await db.transaction(async (trx) => {
		const { id: topicId } = await TopicRow.query(trx).findOne(ACTIVE_SHOES).throwIfNotFound();
		await trx('guilds').insert({ guildId: GUILD, name: 'Sole Searchers', updatedAt: 1 });
		const channel = await GuildChannel.query(trx).insert({ guildId: GUILD, topicId, createdAt: 1 });
		const places = [Place.channel({ id: channel.id, topicId }), Place.broadcast];
		await subscribeMany(
			trx,
			db.vault,
			places.map((place) => ({ place, webhook: shared! })),
		);
	});
	await setOptions(5, { mentions: [OTHER_ROLE] });
	await deliveries.fixture.start();
	await publish('NEW');
	await settled(4);
	const received = await messages();
	const shown = received.map(({ webhookId, body }) => {
		const { username, content, allowed_mentions } = body as Record<string, unknown>;
		return { webhookId, username, content, allowed_mentions };
	});
	const ids = await db.knex('webhooks').orderBy('id').pluck('discordId');
	const plain = { username: 'Dropwire', content: undefined, allowed_mentions: { parse: [] } };
	const mention = (role: string) => ({ content: `<@&${role}>`, allowed_mentions: { parse: [], roles: [role] } });
	expect(shown).toHaveLength(4);
	expect(shown).toEqual(
		expect.arrayContaining([
			{ webhookId: ids[0], ...plain },
			{ webhookId: ids[0], username: 'Dropwire', ...mention(OTHER_ROLE) },
			{ webhookId: ids[2], username: 'Vomero news', ...mention(ROLE) },
			{ webhookId: ids[3], ...plain },
		]),
	);
	expect(await db.knex('events').first('deliveries')).toEqual({ deliveries: 4 });
});

test('edits contain no mentions and are separate per owner', async () => {
	await deliveries.withWebhooks(3);
	await setOptions(1, { mentions: [ROLE], sizes: ['8'] });
	await deliveries.fixture.start();
	await publish('RESTOCK');
	await settled(3);
	await setOptions(2, { paused: true });
	// The filter does not let size 9 through, but the message has begun.
	await publish('RESTOCK', ['8', '9']);
	await settled(5);
	expect((await rows()).slice(3).map(({ webhookId, editOf }) => ({ webhookId, isEdit: editOf !== null }))).toEqual([
		{ webhookId: 1, isEdit: true },
		{ webhookId: 3, isEdit: true },
	]);
	const [first] = await messages();
	expect(first).toMatchObject({
		edits: 1,
		body: { content: `<@&${ROLE}>`, allowed_mentions: { parse: [], roles: [ROLE] } },
	});
});

test('a message in place of a deleted one makes no sound in quiet hours, and mentions no one', async () => {
	await deliveries.withWebhooks(1);
	const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
	await setOptions(1, { mentions: [ROLE], quiet: { from: clock(-1), to: clock(1), zone: 'UTC' } });
	await deliveries.fixture.start();
	await publish('RESTOCK');
	await settled(1);
	const [first] = await messages();
	expect(first).toMatchObject({ body: { flags: 4096 } });
	await deliveries.fixture.sandbox.control.deleteMessage(first!.id);
	await publish('RESTOCK', ['8', '9']);
	await settled(2);
	const [next] = (await messages()).slice(-1);
	expect(next!.id).not.toBe(first!.id);
	expect(next).toMatchObject({ edits: 0, body: { flags: 4096 } });
	expect(next!.body).not.toHaveProperty('content');
});

test('thread webhooks post and edit in their thread', async () => {
	await deliveries.withWebhooks(0);
	const { db, sandbox } = deliveries.fixture;
	const thread = async (channelId: string) =>
		(await bot('POST', `/channels/${channelId}/threads`, { name: 'Drops' })).id;
	const { threadId } = await channelOf(0, thread);
	await deliveries.fixture.start();
	await publish('RESTOCK');
	await settled(1);
	await publish('STOCK', []);
	await settled(2);
	expect(await sandbox.control.messages()).toMatchObject([{ channelId: threadId, edits: 1 }]);
	await bot('PATCH', `/channels/${threadId}`, { locked: true });
	await publish('NEW');
	await settled(3);
	await bot('DELETE', `/channels/${threadId}`);
	const webhookIds: number[] = await db.knex('webhooks').pluck('id');
	await db.transaction((trx) =>
		queueAnnouncement(trx, {
			title: 'Note',
			imageUrl: '',
			description: 'x',
			webhookIds,
			by: ROLE,
			key: null,
			at: Date.now(),
		}),
	);
	await settled(4);
	const all = await rows();
	const { discordId } = (await db.knex('webhooks').first('discordId'))!;
	expect(new Set(all.map(({ target }) => target))).toEqual(new Set([maskWebhook(discordId, threadId)]));
	const failed = all.slice(2).map(({ status, reason }) => ({ status, reason }));
	expect(failed).toEqual([
		{ status: 'failed', reason: expect.stringMatching(/^The thread is locked.*\[160005\]/) },
		{ status: 'failed', reason: expect.stringMatching(/^The thread no longer exists.*\[10003\]/) },
	]);
	expect(await db.knex('webhooks').pluck('active')).toEqual([1]);
});

test('a forum has one post per product', async () => {
	await deliveries.withWebhooks(0);
	const { db, sandbox } = deliveries.fixture;
	const { subscription } = await channelOf(15);
	await deliveries.fixture.start();
	await publish('NEW');
	await settled(1);
	expect(await rows()).toMatchObject([{ status: 'failed', reason: expect.stringContaining('[220001]') }]);
	await setOptions(subscription, { thread: { name: '{sku} · {title}' } });
	await publish('RESTOCK');
	await publish('PRICE');
	await settled(3);
	await publish('STOCK', []);
	await settled(4);
	const received = await messages();
	const places = new Set(received.map(({ channelId }) => channelId));
	expect(received.map(({ edits }) => edits)).toEqual([0, 1]);
	expect([...places]).toEqual(await db.knex('forum_posts').pluck('threadId'));
	expect(received[0]).toMatchObject({ body: { thread_name: 'CK9246-101 · Vomero' } });
	expect(received[1]?.body).not.toHaveProperty('thread_name');
	const [post] = [...places];
	await bot('DELETE', `/channels/${post}`);
	await publish('NEW');
	await settled(5);
	const [again] = (await sandbox.control.messages()).slice(-1);
	expect(again).toMatchObject({ body: { thread_name: 'CK9246-101 · Vomero' } });
	expect(await db.knex('forum_posts').pluck('threadId')).toEqual([again?.channelId]);
	expect(again?.channelId).not.toBe(post);
	expect(await db.knex('webhooks').pluck('active')).toEqual([1]);
});

test('a deleted forum post is made again once for the messages and edits that follow', async () => {
	await deliveries.withWebhooks(0);
	const { knex } = deliveries.fixture.db;
	const { subscription } = await channelOf(15);
	await setOptions(subscription, { thread: { name: '{sku}' } });
	let engine = await deliveries.fixture.start();
	const posts = () => knex('forum_posts').pluck('threadId');
	/** Deletes the post, and starts the engine. @returns the post */
	const deletePost = async () => {
		const [post] = await posts();
		await bot('DELETE', `/channels/${post}`);
		engine = await deliveries.fixture.start();
		return post;
	};
	const isSent = (count: number) =>
		until(`${count} are sent`, async () => (await rows()).filter(({ status }) => status === 'sent').length === count);
	/** The post of each message since a deletion, and whether it began the post. */
	const since = async (count: number) =>
		(await messages()).slice(count).map(({ channelId, body }) => [channelId, 'thread_name' in (body as object)]);

	await publish('RESTOCK');
	await settled(1);
	await publish('NEW');
	await settled(2);
	await deliveries.fixture.stopEngines();
	await publish('STOCK', ['8', '9']);
	// As if both messages were edited at once.
	const edit = (await knex('deliveries')
		.where({ editOf: 2 })
		.first('webhookId', 'messageId', 'topicId', 'target', 'overlay', 'status', 'queuedAt', 'notBefore'))!;
	await knex('deliveries').insert({ ...edit, editOf: 1, variant: 'other' });
	const first = await deletePost();
	await isSent(4);
	const [second] = await posts();
	expect(second).not.toBe(first);
	expect(await since(2)).toEqual([
		[second, true],
		[second, false],
	]);

	await deliveries.fixture.stopEngines();
	await publish('STOCK', ['8']);
	await knex('deliveries')
		.where({ status: 'pending' })
		.update({ notBefore: Date.now() + 30_000 });
	await publish('PRICE');
	await deletePost();
	await isSent(5);
	await knex('deliveries').update({ notBefore: 0 });
	engine.wake();
	await isSent(7);
	const [third] = await posts();
	expect(third).not.toBe(second);
	expect(await since(4)).toEqual([
		[third, true],
		[third, false],
		[third, false],
	]);
});

test('forum posts get their tags', async () => {
	await deliveries.withWebhooks(0);
	const tagged = { available_tags: [{ name: 'Nike' }, { name: 'adidas' }], flags: 1 << 4 };
	const { subscription, tags } = await channelOf(15, undefined, tagged);
	await deliveries.fixture.start();
	await setOptions(subscription, { thread: { name: '{sku}' } });
	await publish('NEW');
	await settled(1);
	expect(await rows()).toMatchObject([
		{ status: 'failed', reason: expect.stringMatching(/^This forum requires a tag: .*\[40067\]/) },
	]);
	await setOptions(subscription, { thread: { name: '{sku}', tags: tags.slice(0, 1) } });
	await publish('RESTOCK');
	await publish('PRICE');
	await settled(3);
	const [first, second] = await messages();
	expect(first).toMatchObject({ body: { thread_name: 'CK9246-101', applied_tags: tags.slice(0, 1) } });
	expect(second?.body).not.toHaveProperty('applied_tags');
});

test('a forum post goes without tags once one of them is gone, unless the forum requires one', async () => {
	await deliveries.withWebhooks(0);
	const deleted = { thread: { name: '{sku}', tags: ['111111111111111111'] } };
	const optional = await channelOf(15, undefined, { available_tags: [{ name: 'Nike' }] });
	await setOptions(optional.subscription, deleted);
	const required = await channelOf(15, undefined, { available_tags: [{ name: 'Nike' }], flags: 1 << 4 });
	await setOptions(required.subscription, deleted);
	await deliveries.fixture.start();
	await publish('NEW');
	await settled(2);
	const [sent, failed] = (await rows()).toSorted((a, b) => (a.status < b.status ? 1 : -1));
	expect(sent).toMatchObject({ status: 'sent', attempts: 1 });
	expect(failed).toMatchObject({ status: 'failed', reason: expect.stringMatching(/requires a tag: .*\[40067\]/) });
	const [post, ...others] = await messages();
	expect(others).toEqual([]);
	expect(post?.body).toMatchObject({ thread_name: 'CK9246-101' });
	expect(post?.body).not.toHaveProperty('applied_tags');
});

test('announcements and notices become forum posts', async () => {
	await deliveries.withWebhooks(0);
	const { db } = deliveries.fixture;
	const plain = await channelOf(15);
	const tagged = await channelOf(15, undefined, { available_tags: [{ name: 'Counts' }], flags: 1 << 4 });
	const webhookIds: number[] = await db.knex('webhooks').orderBy('id').pluck('id');
	const [, withTags] = webhookIds as [number, number];
	const { id: topicId } = await TopicRow.query(db.knex).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
	await db.knex('guilds').insert({ guildId: GUILD, name: 'Sole Searchers', updatedAt: 1 });
	const channel = await GuildChannel.query(db.knex).insert({ guildId: GUILD, topicId, createdAt: 1 });
	const thread = { name: '{brand}: {title}', tags: tagged.tags };
	for (const place of [Place.channel(channel), Place.operator(topicId, 'tagged')]) {
		const row = { ...place, webhookId: withTags, createdAt: 1, options: JSON.stringify({ mentions: [ROLE], thread }) };
		await db.knex('subscriptions').insert(row);
	}
	await deliveries.fixture.start();
	const announce = (title: string) =>
		db.transaction((trx) =>
			queueAnnouncement(trx, {
				title,
				imageUrl: '',
				description: 'x',
				webhookIds,
				by: ROLE,
				key: null,
				at: Date.now(),
			}),
		);
	const notify = (title: string) => {
		const embed = { title, color: 1, fields: [] as [], footer: { text: 'x' }, timestamp: new Date().toISOString() };
		const body = { username: 'Dropwire', embeds: [embed] as [typeof embed], allowed_mentions: { parse: [] as [] } };
		return db.transaction((trx) => queueNotice(trx, { webhookIds, body, at: Date.now() }));
	};
	await announce('Dunk *Low*');
	await settled(2);
	await announce('Dunk *Low*');
	await settled(4);
	await notify(String.raw`shop\.example cannot be read`);
	await settled(6);
	await notify(String.raw`shop\.example can be read again`);
	await settled(8);

	expect((await rows()).map(({ status, reason }) => ({ status, reason }))).toEqual(
		Array.from({ length: 8 }, () => ({ status: 'sent', reason: null })),
	);
	const received = await messages();
	const { tags, channelId } = tagged;
	const posts = await Promise.all(
		received.map(async ({ body, channelId: id }) => {
			const { thread_name, applied_tags, content } = body as Record<string, unknown>;
			const { parent_id } = (await bot('GET', `/channels/${id}`)) as { parent_id?: string };
			return { parent_id, thread_name, applied_tags, content };
		}),
	);
	const of = (parent: string) => posts.filter(({ parent_id }) => parent_id === parent);
	const own = (thread_name: string) => ({ parent_id: plain.channelId, thread_name });
	expect(of(plain.channelId)).toEqual([
		own('Dunk *Low*'),
		own('Dunk *Low*'),
		own('shop.example cannot be read'),
		own('shop.example can be read again'),
	]);
	const announced = { thread_name: 'Stock Numbers: Dunk *Low*', applied_tags: tags, content: `<@&${ROLE}>` };
	expect(of(channelId)).toEqual([
		{ parent_id: channelId, ...announced },
		{ parent_id: channelId, ...announced },
		{ parent_id: channelId, thread_name: 'Shop notices', applied_tags: tags },
		{ parent_id: channelId },
	]);
	expect(new Set(received.map(({ channelId: id }) => id)).size).toBe(7);
	expect(await db.knex('forum_posts').pluck('product')).toEqual(['notice']);
});
