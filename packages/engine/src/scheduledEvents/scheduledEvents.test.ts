import { TopicRow } from '@dropwire/db';
import { RELEASES, type Region } from '@dropwire/domain';
import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { recordReleases } from '../releases/record.ts';
import type { Engine } from '../engine.ts';
import { type Fixture, kill, NO_LIMITS, openFixture, until } from '../testing.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture({ limits: { ...NO_LIMITS, bot: null } });
});
afterEach(() => fixture.close());

const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const OTHER = SANDBOX_GUILDS.restockRadar.id;
const [HOUR, DAY] = [3_600_000, 86_400_000];
const LAUNCH = Date.now() + 7 * DAY;

let engine: Engine;
async function start(): Promise<void> {
	engine = await fixture.start({
		sources: [],
		personal: {
			botToken: SANDBOX_APP.botToken,
			maxAgeMs: HOUR,
			newDirectPer10Minutes: 8,
			watchesPerMember: 5,
			admins: [],
			plans: [],
		},
	});
}

interface Launch {
	sku: string;
	region?: Region;
	/** Null for a launch that is called off. */
	at?: number | null;
	url?: string;
}

async function announce(...launches: Launch[]): Promise<void> {
	const reports = launches.map(({ sku, region = 'US', at = LAUNCH, url }) => {
		const place = { brand: 'NIKE', sku, region } as const;
		const snapshot = releaseSnapshot({ ...place, title: `Shoe ${sku}`, launchAt: at ?? LAUNCH, url: url ?? null });
		return { ...place, origin: 'source', snapshot: at === null ? null : snapshot, at: Date.now() } as const;
	});
	await fixture.db.transaction((trx) => recordReleases(trx, reports, { isSilent: true }));
}

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ sku: `S${n}`, at: LAUNCH + n * HOUR }));
const setting = (guildId: string = GUILD) => fixture.db.knex('scheduled_event_guilds').where({ guildId });
const turnOn = (region: Region | null = 'US', guildId: string = GUILD) =>
	fixture.db.knex('scheduled_event_guilds').insert({ guildId, active: true, region, syncAt: 0 });
const events = (guildId: string = GUILD) => fixture.sandbox.control.scheduledEvents(guildId);
/** Waits until something is so, of what the engine does at once. */
const soon = (what: string, isSo: () => Promise<boolean>) =>
	until(what, async () => {
		engine.wake();
		return isSo();
	});
const names = async (guildId: string = GUILD) =>
	(await events(guildId)).filter(({ status }) => status === 1).map(({ name }) => name);
const untilCount = (count: number, guildId: string = GUILD) =>
	soon(`${count} events`, async () => (await names(guildId)).length === count);
/** Compares the server with Discord, and waits for it. */
async function compare(): Promise<void> {
	// Any time in the past, so that the events are listed even if no release has changed.
	await setting().update({ syncAt: 1 });
	await soon('the server was compared', async () => Number((await setting().first())?.syncAt) > Date.now() + 60_000);
}

test('events follow the releases of a region, and are deleted when they are switched off', async () => {
	await start();
	await fixture.sandbox.control.addScheduledEvents(GUILD, 1);
	const url = 'https://www.nike.com/t/vomero/A-1';
	await announce({ sku: 'A-1', url }, { sku: 'B-1' }, { sku: 'C-1', region: 'JP' });
	await turnOn();
	await untilCount(3);
	expect((await events()).find(({ name }) => name === 'Shoe A-1')).toMatchObject({
		description: expect.stringMatching(/^A-1 · United States.*\nhttps:\S+\/A-1\nDropwire release \d+$/s),
		scheduled_start_time: new Date(LAUNCH).toISOString(),
		scheduled_end_time: new Date(LAUNCH + HOUR).toISOString(),
		entity_type: 3,
		entity_metadata: { location: url },
	});

	await announce({ sku: 'A-1', at: LAUNCH + DAY, url }, { sku: 'B-1', at: null }, { sku: 'D-1' });
	await soon('the changes are at Discord', async () => (await names()).includes('Shoe D-1'));
	const [meeting, moved, cancelled] = await events();
	expect(moved?.scheduled_start_time).toBe(new Date(LAUNCH + DAY).toISOString());
	expect(cancelled).toMatchObject({ name: 'Shoe B-1', status: 4 });

	await setting().update({ active: false, syncAt: 0 });
	await soon('the setting is gone', async () => (await setting()).length === 0);
	expect(await names()).toEqual([meeting?.name]);
	expect(await fixture.db.knex('scheduled_events')).toEqual([]);
});

test('an event that moved without an answer moves back with its release', async () => {
	await start();
	await announce({ sku: 'A-1' });
	await turnOn();
	await untilCount(1);
	const startIs = (at: number) => async () => (await events())[0]?.scheduled_start_time === new Date(at).toISOString();
	await fixture.sandbox.control.failDiscord({ webhookId: 'bot PATCH', times: 1, fault: { dropAfter: true } });
	await announce({ sku: 'A-1', at: LAUNCH + DAY });
	await soon('it is moved', startIs(LAUNCH + DAY));
	await soon('the answer is lost', async () => Number((await setting().first())?.syncAt) > Date.now());
	await announce({ sku: 'A-1' });
	await soon('it is moved back', startIs(LAUNCH));
	expect(await names()).toEqual(['Shoe A-1']);
});

test('an event whose start somebody changed in Discord gets that of its release', async () => {
	await start();
	await announce({ sku: 'A-1' });
	await turnOn();
	await untilCount(1);
	const [event] = await events();
	const path = `/api/v10/guilds/${GUILD}/scheduled-events/${event!.id}`;
	const body = JSON.stringify({
		scheduled_start_time: new Date(LAUNCH - DAY).toISOString(),
		scheduled_end_time: new Date(LAUNCH).toISOString(),
	});
	const headers = { authorization: `Bot ${SANDBOX_APP.botToken}`, 'content-type': 'application/json' };
	const moved = await fetch(`${fixture.sandbox.origin}${path}`, { method: 'PATCH', headers, body });
	expect(moved.status).toBe(200);
	await compare();
	expect(await events()).toMatchObject([{ scheduled_start_time: new Date(LAUNCH).toISOString() }]);
});

test('without a region, events follow the release topics of the server; a paused server has none', async () => {
	await start();
	await announce({ sku: 'A-1' }, { sku: 'B-1', region: 'JP' });
	const topic = await TopicRow.query(fixture.db.knex).findOne({ brand: 'NIKE', category: RELEASES, region: 'JP' });
	await fixture.db.knex('guilds').insert({ guildId: GUILD, name: 'Sole Searchers', updatedAt: 1 });
	await fixture.db.knex('guild_channels').insert({ guildId: GUILD, topicId: topic!.id, createdAt: 1 });
	await turnOn(null);
	await untilCount(1);
	expect(await names()).toEqual(['Shoe B-1']);
	await announce({ sku: 'C-1', region: 'JP' });
	await untilCount(2);
	await fixture.db.knex('guilds').update({ pausedAt: 1 });
	await compare();
	expect(await names()).toEqual([]);
});

test('the 80 earliest releases have events, as far as those of other people leave space', async () => {
	await start();
	await announce(...many(90));
	await turnOn();
	await untilCount(80);
	expect(await names()).not.toContain('Shoe S80');
	// The latest makes way for an earlier one.
	await announce({ sku: 'EARLY', at: LAUNCH - DAY });
	await soon('the earliest has an event', async () => (await names()).includes('Shoe EARLY'));
	expect(await names()).not.toContain('Shoe S79');

	await fixture.sandbox.control.addScheduledEvents(OTHER, 97);
	await turnOn('US', OTHER);
	await soon('it has the reason', async () => (await setting(OTHER).first())?.reason !== null);
	expect(await setting(OTHER).first()).toMatchObject({
		active: 1,
		reason: 'This server has 100 scheduled events, the most that Discord allows: 77 releases have none',
	});
	expect(await names(OTHER)).toHaveLength(100);
});

test('an event that a moderator deleted is not made again, also if its launch moves', async () => {
	await start();
	await announce({ sku: 'A-1' }, { sku: 'B-1' });
	await turnOn();
	await untilCount(2);
	const [first, second] = await events();
	await fixture.sandbox.control.deleteScheduledEvent(first!.id);
	await compare();
	await announce({ sku: 'A-1', at: LAUNCH + DAY }, { sku: 'C-1' });
	await untilCount(2);
	// A change finds it, too.
	await fixture.sandbox.control.deleteScheduledEvent(second!.id);
	await announce({ sku: 'B-1', at: LAUNCH + DAY });
	await soon('it is known', async () => (await fixture.db.knex('scheduled_events').whereNull('eventId')).length === 2);
	await announce({ sku: 'D-1' });
	await soon('the new one has an event', async () => (await names()).includes('Shoe D-1'));
	expect(await names()).toEqual(['Shoe C-1', 'Shoe D-1']);
});

test('an answer that is lost makes no second event, and copies are deleted', async () => {
	await announce({ sku: 'A-1' });
	await fixture.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { dropAfter: true } });
	await start();
	await turnOn();
	await untilCount(1);
	const [event] = await events();
	await soon('it is tried again later', async () => Number((await setting().first())?.syncAt) > Date.now() + 40_000);
	expect(await fixture.db.knex('scheduled_events')).toEqual([]);
	await fetch(`${fixture.sandbox.origin}/api/v10/guilds/${GUILD}/scheduled-events`, {
		method: 'POST',
		headers: { authorization: `Bot ${SANDBOX_APP.botToken}`, 'content-type': 'application/json' },
		body: JSON.stringify({ ...event, id: undefined, guildId: undefined, creatorId: undefined, status: undefined }),
	});
	await compare();
	expect(await events()).toEqual([event]);
	expect(await fixture.db.knex('scheduled_events')).toMatchObject([{ eventId: event!.id }]);
});

test('a limit of one server makes only that server wait', async () => {
	await fixture.sandbox.control.setLimits({ scheduledEvents: { limit: 2, windowMs: 1_800_000 } });
	await start();
	await announce(...many(3));
	await turnOn();
	await soon('it waits', async () => Number((await setting().first())?.syncAt) > Date.now() + 300_000);
	expect(await names()).toHaveLength(2);
	await turnOn('US', OTHER);
	await untilCount(2, OTHER);
	await fixture.sandbox.control.setLimits({ scheduledEvents: null });
	// A process does not try before the time that Discord has named; another one does not know it.
	await engine.stop();
	await start();
	await compare();
	expect(await names()).toHaveLength(3);
});

test('without the permission they are off with the reason, and continue once they are switched on again', async () => {
	await start();
	await announce({ sku: 'A-1' });
	await turnOn();
	await untilCount(1);
	await fixture.sandbox.control.setBotPermissions(GUILD, { permissions: '0' });
	await announce({ sku: 'A-1', at: LAUNCH + DAY });
	await soon('they are off', async () => (await setting().first())?.active === 0);
	expect(await setting().first()).toMatchObject({
		reason: expect.stringContaining('The bot needs Create Events') as string,
		syncAt: null,
	});
	await fixture.sandbox.control.setBotPermissions(GUILD, { permissions: String(1n << 44n) });
	await setting().update({ active: true, reason: null, syncAt: 0 });
	await soon('the launch has moved', async () => {
		const [event] = await events();
		return event?.scheduled_start_time === new Date(LAUNCH + DAY).toISOString();
	});
	await fixture.sandbox.control.removeBot(GUILD);
	await setting().update({ syncAt: 1 });
	await soon('they are off', async () => (await setting().first())?.reason === 'The bot is not in this server');
});

test('kill -9 while events are made leaves one of each release', async () => {
	const { db, startProcess } = fixture;
	const spawn = () => startProcess({ DISCORD_BOT_TOKEN: SANDBOX_APP.botToken });
	await announce(...many(40));
	await turnOn();
	const first = await spawn();
	await until('some are made', async () => (await names()).length >= 10);
	await kill(first);
	expect((await names()).length).toBeLessThan(40);
	await db.knex('direct_messages').update({ senderUntil: 0 });
	await setting().update({ syncAt: 1 });
	await spawn();
	await until('all are made', async () => (await names()).length === 40);
	await until('all are stored', async () => (await db.knex('scheduled_events')).length === 40);
	expect(new Set(await names()).size).toBe(40);
});
