import { GuildChannel, Place, TopicRow } from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC } from '@dropwire/domain';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import { queueAnnouncement, queueNotice } from '../publish/outbox.ts';
import { until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';

const deliveries = useDeliveries();
const { bot, change, channelOf, messages, rows, setOptions, settled } = deliveries;
const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const ROLE = '100000000000000011';

test('a forum has one post per product', async () => {
	await deliveries.withWebhooks(0);
	const { db, sandbox } = deliveries.fixture;
	const { subscription } = await channelOf(15);
	await deliveries.fixture.start();
	await change('NEW');
	await settled(1);
	expect(await rows()).toMatchObject([{ status: 'failed', reason: expect.stringContaining('[220001]') }]);
	await setOptions(subscription, { thread: { name: '{sku} · {title}' } });
	await change('RESTOCK');
	await change('PRICE');
	await settled(3);
	await change('STOCK', []);
	await settled(4);
	const received = await messages();
	const places = new Set(received.map(({ channelId }) => channelId));
	expect(received.map(({ edits }) => edits)).toEqual([0, 1]);
	expect([...places]).toEqual(await db.knex('forum_posts').pluck('threadId'));
	expect(received[0]).toMatchObject({ body: { thread_name: 'CK9246-101 · Vomero' } });
	expect(received[1]?.body).not.toHaveProperty('thread_name');
	const [post] = [...places];
	await bot('DELETE', `/channels/${post}`);
	await change('NEW');
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

	await change('RESTOCK');
	await settled(1);
	await change('NEW');
	await settled(2);
	await deliveries.fixture.stopEngines();
	await change('STOCK', ['8', '9']);
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
	await change('STOCK', ['8']);
	await knex('deliveries')
		.where({ status: 'pending' })
		.update({ notBefore: Date.now() + 30_000 });
	await change('PRICE');
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
	await change('NEW');
	await settled(1);
	expect(await rows()).toMatchObject([
		{ status: 'failed', reason: expect.stringMatching(/^This forum requires a tag: .*\[40067\]/) },
	]);
	await setOptions(subscription, { thread: { name: '{sku}', tags: tags.slice(0, 1) } });
	await change('RESTOCK');
	await change('PRICE');
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
	await change('NEW');
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
