import { channelList, Delivery, GuildChannel, Webhook } from '@dropwire/db';
import { afterEach, expect, test } from 'vitest';
import { queueEvent } from '../../publishing.ts';
import { ACTIVE_SHOES, aSnapshot, type Fixture, NO_LIMITS, openFixture, until } from '../../testing.ts';
import { subscribe } from '../../webhooks/subscriptions.ts';

let fixture: Fixture;
afterEach(() => fixture.close());

const guildId = '200000000000000001';
const start = (webhookChecksPerSecond = 50) => fixture.start({ webhookChecksPerSecond });
const rows = () => Webhook.query(fixture.db.knex).orderBy('id');
const row = (discordId: string) => Webhook.query(fixture.db.knex).findOne({ discordId }).throwIfNotFound();
const waiting = () => Webhook.query(fixture.db.knex).whereNull('verifiedAt').resultSize();
const reads = async () => (await fixture.sandbox.control.stats()).reads;
const verified = (discordId: string) => until('it is verified', async () => (await row(discordId)).verifiedAt !== null);

/** Webhooks that a server has saved for Nike Shoes ACTIVE in the US. */
async function saveInGuild(webhooks: readonly { id: string; token: string; url: string }[]) {
	const { knex, vault } = fixture.db;
	const topic = await knex('topics').where(ACTIVE_SHOES).first('id');
	await knex('guilds').insert({ guildId, name: 'Sole Searchers', updatedAt: 1 }).onConflict('guildId').ignore();
	const { id } = await GuildChannel.query(knex).insert({ guildId, topicId: topic!.id, createdAt: 1 });
	const place = { list: channelList(id), topicId: topic!.id, guildChannelId: id, label: null };
	for (const webhook of webhooks) await fixture.db.transaction((trx) => subscribe(trx, vault, place, webhook));
}

const wrong = ({ id, url }: { id: string; url: string }, token = 'wrong') => ({
	id,
	token,
	url: url.replace(/[\w-]+$/, token),
});

test("verification stores a webhook's channel and name, and disables rejected webhooks", async () => {
	fixture = await openFixture();
	const { control } = fixture.sandbox;
	const [good, gone, other] = await control.createWebhooks({ count: 3, guildId });
	await control.deleteWebhook(gone!.id);
	await fixture.subscribeAll([good!, gone!, wrong(other!)]);
	await start();
	await until('all are verified', async () => (await waiting()) === 0);
	expect(await row(good!.id)).toMatchObject({
		active: true,
		guildId,
		channelId: good!.channelId,
		channelName: null,
		name: 'Dropwire',
		applicationId: null,
	});
	expect(await row(gone!.id)).toMatchObject({
		active: false,
		offReason: 'Discord answered 404: Unknown Webhook [10015]',
		offAt: expect.any(Number),
	});
	expect(await row(other!.id)).toMatchObject({ active: false, offReason: expect.stringContaining('[50027]') });

	await queueEvent(fixture.db, {
		source: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		kind: 'STATUS',
		at: Date.now(),
		before: aSnapshot({ status: 'HOLD' }),
		after: aSnapshot(),
	});
	await control.waitForMessages({ count: 1 });
	expect(await Delivery.query(fixture.db.knex).resultSize()).toBe(1);
	expect((await control.stats()).requests).toBe(1);
});

test('owners take turns in verification, at the configured rate', async () => {
	fixture = await openFixture();
	const { control } = fixture.sandbox;
	await fixture.subscribeAll(await control.createWebhooks({ count: 200 }));
	await start(20);
	await until('the import has begun', async () => (await waiting()) < 200);
	const [own] = await control.createWebhooks({ count: 1, guildId });
	await saveInGuild([own!]);
	await verified(own!.id);
	expect(await waiting()).toBeGreaterThan(120);
	const times = (await rows()).flatMap(({ verifiedAt }) => verifiedAt ?? []).sort((a, b) => a - b);
	const seconds = ((times.at(-1) as number) - (times[0] as number)) / 1000;
	expect(times.length).toBeLessThanOrEqual(2 + seconds * 20);
});

test('a response that is not from Discord disables no webhook', async () => {
	fixture = await openFixture();
	const { control } = fixture.sandbox;
	const [webhook] = await control.createWebhooks({ count: 1, guildId });
	for (const fault of [{ status: 404 }, { status: 401 }, { drop: true }] as const) {
		await control.failDiscord({ webhookId: 'read', times: 1, fault });
	}
	await fixture.subscribeAll([webhook!]);
	await start();
	await until('it was asked', async () => (await reads()) > 0);
	expect(await row(webhook!.id)).toMatchObject({ active: true, verifiedAt: null });
	await verified(webhook!.id);
	expect(await row(webhook!.id)).toMatchObject({ active: true, guildId });
	expect(await reads()).toBe(4);
});

test('waits until Retry-After has passed', async () => {
	fixture = await openFixture();
	const { control } = fixture.sandbox;
	await control.failDiscord({ webhookId: 'read', times: 1, fault: { limited: { retryAfter: 2, scope: 'global' } } });
	await fixture.subscribeAll(await control.createWebhooks({ count: 3 }));
	await start();
	await until('all are verified', async () => (await waiting()) === 0);
	expect(await control.stats()).toMatchObject({ reads: 4, limitBroken: 0 });
});

test('a webhook is verified again when it is saved after 24 hours', async () => {
	fixture = await openFixture();
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1, guildId });
	const [later] = await fixture.sandbox.control.createWebhooks({ count: 1, guildId });
	await fixture.subscribeAll([webhook!]);
	await start();
	await verified(webhook!.id);
	await saveInGuild([webhook!, later!]);
	await verified(later!.id);
	expect(await reads()).toBe(2);
	await Webhook.query(fixture.db.knex).patch({ verifiedAt: Date.now() - 25 * 3_600_000 });
	await fixture.subscribeAll([webhook!], { ...ACTIVE_SHOES, status: 'HOLD' });
	await until('it is asked about again', async () => (await reads()) === 3);
});

test("a server's rejected webhooks use up its own share only, and the rest waits", async () => {
	fixture = await openFixture();
	const { control } = fixture.sandbox;
	const [real] = await control.createWebhooks({ count: 1, guildId });
	await saveInGuild(Array.from({ length: 60 }, (_, n) => wrong(real!, `wrong-${n}`)));
	await start();
	await until('its share is used up', async () => (await control.stats()).invalid >= 50);
	const [own] = await control.createWebhooks({ count: 1 });
	await fixture.subscribeAll([own!]);
	await verified(own!.id);
	expect(await control.stats()).toMatchObject({ invalid: 50, reads: 51 });
	expect(await waiting()).toBe(10);
});

test('a restart continues verification without repeating it', async () => {
	fixture = await openFixture();
	const { control } = fixture.sandbox;
	await fixture.subscribeAll(await control.createWebhooks({ count: 30 }));
	const engine = await start(20);
	await until('some are verified', async () => (await waiting()) < 25);
	await engine.stop();
	const left = await waiting();
	expect(left).toBeGreaterThan(0);
	const before = await reads();
	await start();
	await until('all are verified', async () => (await waiting()) === 0);
	expect((await reads()) - before).toBe(left);
});

test.runIf(process.env['DATABASE_URL'])('of several engines one asks', async () => {
	fixture = await openFixture();
	const engines = [await start(), await start()];
	await until('they know each other', () => engines.every((engine) => engine.pulse().liveWorkers === 2));
	await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count: 40 }));
	await until('all are verified', async () => (await waiting()) === 0);
	expect(await reads()).toBe(40);
});

test('verification requests count against the request budget of the address', async () => {
	fixture = await openFixture({ limits: { ...NO_LIMITS, global: { limit: 5, windowMs: 1000 } } });
	await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count: 20, ownChannels: true }));
	await fixture.start({ webhookChecksPerSecond: 50, discordRequestsPerSecond: 5 });
	await until('all are verified', async () => (await waiting()) === 0);
	expect((await fixture.sandbox.control.stats()).answered['429']).toBeUndefined();
});
