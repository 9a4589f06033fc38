import { BROADCAST_LIST, Place, Subscription, TopicRow, Webhook } from '@dropwire/db';
import type { Region } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACTIVE_SHOES, type Fixture, openFixture } from '../testing.ts';
import { polledRegions } from './polledRegions.ts';

let fixture: Fixture;
let webhookId: number;
beforeEach(async () => {
	fixture = await openFixture();
	const { id } = await Webhook.query(fixture.db.knex).insert({
		discordId: '1',
		urlHash: 'hash',
		urlSealed: 'sealed',
		createdAt: 1,
	});
	webhookId = id;
});
afterEach(() => fixture.close());

const regionsOf = async () => Object.fromEntries(await polledRegions(fixture.db.knex));
const topicIn = (region: Region) =>
	TopicRow.query(fixture.db.knex)
		.findOne({ ...ACTIVE_SHOES, region })
		.throwIfNotFound();
const subscribe = (place: Place) => Subscription.query(fixture.db.knex).insert({ ...place, webhookId, createdAt: 1 });

test("a source is polled in the regions in which a webhook that is on gets its brand's messages", async () => {
	expect(await regionsOf()).toMatchObject({ NIKE: [], NIKE_REFURBISHED: [], ADIDAS: [] });
	for (const region of ['JP', 'US'] as const) await subscribe(Place.operator((await topicIn(region)).id, 'label'));
	expect(await regionsOf()).toMatchObject({ NIKE: ['US', 'JP'], NIKE_REFURBISHED: [], ADIDAS: [] });
	await Webhook.query(fixture.db.knex).patch({ active: false });
	expect(await regionsOf()).toMatchObject({ NIKE: [], NIKE_REFURBISHED: [], ADIDAS: [] });
	await Webhook.query(fixture.db.knex).patch({ active: true });
	await fixture.db.knex('subscriptions').update({ paused: true });
	expect(await regionsOf()).toMatchObject({ NIKE: [], NIKE_REFURBISHED: [], ADIDAS: [] });
});

test('the channels of a paused guild do not count', async () => {
	const { knex } = fixture.db;
	const topic = await topicIn('GB');
	await knex('guilds').insert({ guildId: '1', name: 'Guild', updatedAt: 1 });
	const [id] = await knex('guild_channels').insert({ guildId: '1', topicId: topic.id, createdAt: 1 });
	await subscribe(Place.channel({ id: id as number, topicId: topic.id }));
	expect((await regionsOf())['NIKE']).toEqual(['GB']);
	await knex('guilds').update({ pausedAt: 1 });
	expect((await regionsOf())['NIKE']).toEqual([]);
});

test('everything is polled everywhere while the broadcast list has a webhook that is on', async () => {
	await subscribe(Place.broadcast);
	const { NIKE, ADIDAS } = await regionsOf();
	expect([NIKE?.length, ADIDAS]).toEqual([16, ['US']]);
	await Subscription.query(fixture.db.knex).delete().where({ list: BROADCAST_LIST });
	expect((await regionsOf())['NIKE']).toEqual([]);
});
