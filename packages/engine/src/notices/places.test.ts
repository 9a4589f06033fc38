import { expect, test } from 'vitest';
import { readProblems } from '../alerts/problems.ts';
import { until } from '../testing.ts';
import { takeOpening } from './directMessages.ts';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { MIA, SKU, guildId, channelId, useNotices, withSizes } from '../testing/notices.ts';

const personal = useNotices();
const { start, watch, change, messages, notices, place, statuses, settled } = personal;

test('a person who cannot be reached is left alone for a day, with the reason, and then tried once', async () => {
	const { control } = personal.fixture.sandbox;
	await control.directMessages({ user: 'mia', open: false, code: 50_278 });
	const engine = await start();
	await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	expect(await place(MIA.id)).toMatchObject({ reason: expect.stringContaining('50278') });
	await control.directMessages({ user: 'mia', open: true });
	await change({ engine });
	await settled(MIA.id);
	expect(await statuses(MIA.id)).toEqual(['failed', 'failed']);
	await personal.fixture.db.knex('watch_places').update({ unreachableUntil: Date.now() - 1 });
	await change({ engine });
	await until('it arrives', async () => (await messages()).length === 1);
	await settled(MIA.id);
	expect(await place(MIA.id)).toMatchObject({ reason: null, unreachableUntil: 0 });
});

test('the budget for new direct messages is shared, and keeps Discord from quarantining the application', async () => {
	const engine = await start();
	// Discord quarantines an application that opens 25.
	const people = await personal.fixture.sandbox.control.addPeople(30);
	const take = () => personal.fixture.db.transaction((trx) => takeOpening(trx, 'access', 8));
	expect(await take()).toBe(true);
	for (const person of people) await watch(person);
	engine.wake();
	await until('seven are opened', async () => (await personal.fixture.sandbox.control.openings()).opened === 7);
	await change({ engine });
	await until('they get it', async () => (await messages()).length === 14);
	expect(await personal.fixture.sandbox.control.openings()).toEqual({ opened: 7, isQuarantined: false });
	expect(await take()).toBe(false);
});

test('a quarantined application opens none, alerts operators, and writes to known people', async () => {
	const engine = await start();
	await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	await personal.fixture.sandbox.control.quarantine(true);
	const [stranger] = await personal.fixture.sandbox.control.addPeople(1);
	await watch(stranger!);
	engine.wake();
	const problems = async () => (await readProblems(personal.fixture.db.knex, Date.now())).map(({ key }) => key);
	await until('operators know', async () => (await problems()).includes('direct messages'));
	await change({ engine });
	await settled(MIA.id);
	expect(await messages()).toHaveLength(2);
	expect(await statuses(stranger!)).toEqual(['queued', 'queued']);
	expect(await place(stranger!)).toMatchObject({ unreachableUntil: 0 });
});

test('while Discord takes no direct messages, one message at a time tries it, and threads go on', async () => {
	const { control } = personal.fixture.sandbox;
	const { knex } = personal.fixture.db;
	await control.setBotPermissions(guildId, { permissions: String(THREADS) });
	await knex('personal_channels').insert({ guildId, channelId });
	const people = await control.addKnownPeople(60);
	for (const { id: discordId, channelId: directId } of people) {
		await knex('watch_places').insert({ discordId, directId });
		await watch(discordId);
	}
	const held: number[] = [];
	await control.failDiscord({ webhookId: 'bot POST', times: 'forever', fault: { code: 40_003 } });
	const engine = await start({ holdPause: (holds) => held.push(holds) && 1500 });
	await change({ engine });
	await until('they were held three times', () => held.length === 3);
	expect(held).toEqual([1, 2, 3]);
	expect(engine.pulse().invalidAnswers).toBeLessThanOrEqual(32 + 2);
	expect(await readProblems(knex, Date.now())).toMatchObject([
		{ key: 'direct messages', text: expect.stringContaining('known people get no messages, too') },
	]);
	await control.quarantine(true, true);
	await control.healDiscord();
	await knex('watch_places').insert({ discordId: MIA.id, guildId });
	await watch(MIA.id, { sku: 'CK9211-101' });
	await change({ engine, sku: 'CK9211-101' });
	await settled(MIA.id);
	expect(await messages()).toMatchObject([{ place: (await place(MIA.id))?.threadId }]);
	await control.quarantine(false);
	await until('all get theirs', async () => (await messages()).length === 61);
	for (const { id } of people) {
		await settled(id);
		expect(await statuses(id)).toEqual(['sent']);
	}
	expect(await readProblems(knex, Date.now())).toEqual([]);
});

test('an edit that Discord rejects for the application waits, and holds direct messages back', async () => {
	const { control } = personal.fixture.sandbox;
	const engine = await start({ holdPause: () => 1500 });
	await watch(MIA.id);
	await change({ engine });
	await settled(MIA.id);
	await control.quarantine(true, true);
	await change({ engine, kind: 'STOCK', from: ['9'], to: ['9', '10'] });
	const problems = async () => (await readProblems(personal.fixture.db.knex, Date.now())).map(({ key }) => key);
	await until('operators know', async () => (await problems()).includes('direct messages'));
	await control.quarantine(false);
	await until('it is edited', async () => (await messages()).at(-1)?.edits === 1);
	expect(await statuses(MIA.id)).not.toContain('failed');
});

/** Manage Webhooks, Create Private Threads, Send Messages in Threads. */
const THREADS = (1n << 29n) | (1n << 36n) | (1n << 38n);

test('a private thread is made again when it was deleted, and replaced by direct messages when it is locked', async () => {
	const { control } = personal.fixture.sandbox;
	await control.setBotPermissions(guildId, { permissions: String(THREADS) });
	const engine = await start();
	const { knex } = personal.fixture.db;
	await knex('personal_channels').insert({ guildId, channelId });
	await knex('watch_places').insert({ discordId: MIA.id, guildId });
	for (const sku of ['CK9210-101', 'CK9211-101', 'CK9212-101']) await watch(MIA.id, { sku });
	await change({ engine, sku: 'CK9210-101' });
	await settled(MIA.id);
	const threadId = (await place(MIA.id))?.threadId;
	expect(await messages()).toMatchObject([{ place: threadId, body: { content: `<@${MIA.id}>` } }]);
	await control.deleteChannel(threadId!);
	await change({ engine, sku: 'CK9211-101' });
	await settled(MIA.id);
	const again = (await place(MIA.id))?.threadId;
	expect(again).not.toBe(threadId);
	await control.setThread(again!, { locked: true });
	await change({ engine, sku: 'CK9212-101' });
	await settled(MIA.id);
	const { directId, reason } = (await place(MIA.id))!;
	expect(reason).toContain('The thread is locked');
	expect((await messages()).at(-1)).toMatchObject({ place: directId });
});

test('a thread that works again gets the notices of a person with closed direct messages', async () => {
	const { control } = personal.fixture.sandbox;
	await control.setBotPermissions(guildId, { permissions: String(THREADS) });
	await control.directMessages({ user: 'mia', open: false });
	const engine = await start();
	const { knex } = personal.fixture.db;
	await knex('personal_channels').insert({ guildId, channelId });
	await knex('watch_places').insert({ discordId: MIA.id, guildId });
	const skus = ['CK9210-101', 'CK9211-101', 'CK9212-101', 'CK9213-101', 'CK9214-101'] as const;
	for (const sku of skus) await watch(MIA.id, { sku });
	const notify = async (sku: string) => {
		await change({ engine, sku });
		await settled(MIA.id);
		return (await statuses(MIA.id)).at(-1);
	};
	expect(await notify(skus[0])).toBe('sent');
	const threadId = (await place(MIA.id))!.threadId!;
	await control.setThread(threadId, { locked: true });
	expect(await notify(skus[1])).toBe('failed');
	expect((await place(MIA.id))?.reason).toMatch(
		/^Discord does not let the bot write to you.*\(The thread is locked\)$/,
	);
	const { invalid } = await control.stats();
	expect(await notify(skus[2])).toBe('failed');
	expect(await control.stats()).toMatchObject({ invalid });
	const threadPauseEnds = () => knex('watch_places').update({ directUntil: Date.now() - 1 });
	await threadPauseEnds();
	expect(await notify(skus[3])).toBe('failed');
	expect((await place(MIA.id))?.reason).toContain('(The thread is locked)');
	await control.setThread(threadId, { locked: false });
	await threadPauseEnds();
	expect(await notify(skus[4])).toBe('sent');
	expect(await place(MIA.id)).toMatchObject({ reason: null, unreachableUntil: 0 });
});

test('notices for a member that left the server are direct messages, with the reason', async () => {
	const { control } = personal.fixture.sandbox;
	await control.setBotPermissions(guildId, { permissions: String(THREADS) });
	const { knex } = personal.fixture.db;
	await knex('personal_channels').insert({ guildId, channelId });
	await knex('watch_places').insert({ discordId: MIA.id, guildId });
	await watch(MIA.id);
	await control.setMember(guildId, { user: 'mia', permissions: null });
	await change({ engine: await start() });
	await settled(MIA.id);
	const { directId, reason } = (await place(MIA.id))!;
	expect(reason).toContain('You are not in the server any more');
	expect(await messages()).toMatchObject([{ place: directId }]);
});

test('a person who chooses another server while their thread is made gets notices there', async () => {
	const { control } = personal.fixture.sandbox;
	const { id: other } = SANDBOX_GUILDS.restockRadar;
	for (const id of [guildId, other]) await control.setBotPermissions(id, { permissions: String(THREADS) });
	await control.setMember(other, { user: 'mia', permissions: '0' });
	const engine = await start();
	const { knex } = personal.fixture.db;
	await knex('personal_channels').insert({ guildId, channelId });
	await knex('watch_places').insert({ discordId: MIA.id, guildId });
	for (const sku of ['CK9210-101', 'CK9211-101']) await watch(MIA.id, { sku });
	await control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { delayMs: 5000 } });
	await change({ engine, sku: 'CK9210-101' });
	await until('it is on its way', async () => (await notices(MIA.id)).some(({ sentWith }) => sentWith !== null));
	await knex('watch_places').update({ guildId: other, threadId: null });
	await control.healDiscord();
	await settled(MIA.id);
	// The other server has no channel for threads yet.
	const { directId, reason } = (await place(MIA.id))!;
	expect(await place(MIA.id)).toMatchObject({ guildId: other, threadId: null });
	expect(reason).toContain('The server has no channel for private threads');
	expect(await messages()).toMatchObject([{ place: directId }]);
	const { id: channel } = SANDBOX_CHANNELS.find((one) => one.guildId === other)!;
	await knex('personal_channels').insert({ guildId: other, channelId: channel });
	await knex('watch_places').update({ directUntil: 0 });
	await change({ engine, sku: 'CK9211-101' });
	await settled(MIA.id);
	const { threadId } = (await place(MIA.id))!;
	expect((await messages()).map((one) => one.place)).toEqual([directId, threadId]);
});

test.each([
	['a thread', guildId, `<@${MIA.id}>`],
	['direct messages', null, ''],
])('an edited notice in %s does not keep what had changed before', async (_, server, content) => {
	const { control } = personal.fixture.sandbox;
	await control.setBotPermissions(guildId, { permissions: String(THREADS) });
	const { channelId: directId } = await control.directMessages({ user: 'mia', open: true });
	const engine = await start();
	const { knex } = personal.fixture.db;
	await knex('personal_channels').insert({ guildId, channelId });
	await knex('watch_places').insert({ discordId: MIA.id, guildId: server, directId });
	await watch(MIA.id);
	const product = { source: 'NIKE', sku: SKU, region: 'US', offer: 'NEW', state: 'read', version: 1 } as const;
	const snapshot = (inStock: string[]) => JSON.stringify(withSizes(SKU, inStock));
	await knex('products').insert({ ...product, snapshot: snapshot([]), checkedAt: Date.now() });
	await change({ engine, to: ['9'] });
	await settled(MIA.id);
	expect((await messages())[0]?.body.content).toBe(`${content} Since then: sold out`.trim());
	await knex('products').update({ snapshot: snapshot(['9', '10']) });
	await change({ engine, kind: 'STOCK', from: ['9'], to: ['9', '10'] });
	await until('it is edited', async () => (await messages())[0]?.edits === 1);
	expect(await messages()).toMatchObject([{ body: { content } }]);
});
