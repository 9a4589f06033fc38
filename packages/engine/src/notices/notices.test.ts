import { type EventKind, SNOOZE_MS } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { SANDBOX_APP, SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProblems } from '../alerts/problems.ts';
import type { Engine, PersonalOptions } from '../engine.ts';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture, until } from '../testing.ts';
import { takeOpening } from './directMessages.ts';
import { lockPlace, queueConfirmation } from './queueNotices.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

const { mia: MIA } = SANDBOX_USERS;
const SKU = 'CK9246-101';
const guildId = SANDBOX_GUILDS.soleSearchers.id;
const channelId = SANDBOX_CHANNELS.find((one) => one.guildId === guildId)!.id;
const DEFAULTS = { kinds: ['SHOCK_DROP', 'LIVE', 'NEW', 'RESTOCK', 'PRICE'], sizes: [], states: [] };

function start(personal: Partial<PersonalOptions> = {}): Promise<Engine> {
	const defaults = {
		botToken: SANDBOX_APP.botToken,
		maxAgeMs: 1_800_000,
		newDirectPer10Minutes: 8,
		admins: [],
		plans: [],
	};
	return fixture.start({ sources: [], personal: { ...defaults, watchesPerMember: 50, ...personal } });
}

/** Adds a watch, and as the server does the confirmation of the first one. @returns its id */
async function watch(discordId: string, { sku = SKU }: { sku?: string } = {}) {
	return fixture.db.transaction(async (trx) => {
		const row = { discordId, brand: 'NIKE', sku, options: JSON.stringify(DEFAULTS), createdAt: 1 } as const;
		await lockPlace(trx, discordId);
		const [id] = await trx('watches').insert(row);
		await queueConfirmation(trx, discordId);
		return Number(id);
	});
}

interface Change {
	sku?: string;
	kind?: EventKind;
	from?: string[];
	to?: string[];
	price?: ProductSnapshot['price'];
	engine: Engine;
}

function withSizes(sku: string, inStock: string[]): ProductSnapshot {
	const sizes = ['8', '9', '10'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null }));
	return aSnapshot({ sku, url: `https://shop.example.com/${sku}`, available: inStock.length > 0, sizes });
}

async function change({ sku = SKU, kind = 'RESTOCK', from = [], to = ['9'], price, engine }: Change): Promise<void> {
	const [before, after] = [withSizes(sku, from), { ...withSizes(sku, to), ...(price && { price }) }];
	await queueEvent(fixture.db, { source: 'NIKE', sku, region: 'US', kind, before, after, at: Date.now() });
	engine.wake();
}

interface Message {
	content?: string;
	embeds: { title: string; description: string }[];
	components: { components: { label: string; url?: string; custom_id?: string }[] }[];
}
const messages = async () =>
	(await fixture.sandbox.control.messages()).map(({ channelId: place, edits, body }) => ({
		place,
		edits,
		body: body as Message,
	}));
const place = (discordId: string) => fixture.db.knex('watch_places').where({ discordId }).first();
const notices = (discordId: string) => fixture.db.knex('watch_notices').where({ discordId }).orderBy('id');
const statuses = async (discordId: string) => (await notices(discordId)).map(({ status }) => status);
const settled = (discordId: string) =>
	until('all notices are finished', async () => {
		const fanout = await fixture.db.knex('watch_fanouts').first();
		return !fanout && (await statuses(discordId)).every((status) => status !== 'queued');
	});

test('the first watch is confirmed, and an event that it wants is a direct message with its buttons', async () => {
	const engine = await start();
	const id = await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	await change({ engine });
	await until('the notice arrives', async () => (await messages()).length === 2);
	const [confirmation, notice] = await messages();
	expect(confirmation?.body.embeds[0]?.description).toContain('press Mute');
	expect(notice?.place).toBe((await place(MIA.id))?.directId);
	expect(notice?.body.embeds[0]?.description).toContain('Restock');
	expect(notice?.body.components[0]?.components).toMatchObject([
		{ label: 'Mute', custom_id: `watch|mute|${id}` },
		{ label: 'Snooze 24 h', custom_id: `watch|snooze|${id}` },
		{ label: 'Buy', url: `https://shop.example.com/${SKU}` },
	]);
	await settled(MIA.id);
	expect(await fixture.db.knex('watches').first()).toMatchObject({ lastAt: expect.any(Number) });
	// A known channel is never asked for again.
	expect(await fixture.sandbox.control.openings()).toEqual({ opened: 1, isQuarantined: false });
});

test('a stock event edits the notice of the last minutes, whatever kinds the watch wants', async () => {
	const engine = await start();
	await watch(MIA.id);
	await change({ engine, to: ['8', '9'] });
	await until('the notice arrives', async () => (await messages()).length === 2);
	await settled(MIA.id);
	await change({ engine, kind: 'STOCK', from: ['8', '9'], to: ['9'] });
	await until('it is edited', async () => (await messages())[1]?.edits === 1);
	expect(JSON.stringify((await messages())[1]?.body)).toContain('~~8~~');
	expect(await messages()).toHaveLength(2);
});

test('changes of a product within a minute are one notice of the latest, which says what is no longer so', async () => {
	const engine = await start();
	await watch(MIA.id);
	await change({ engine });
	await until('the notice arrives', async () => (await messages()).length === 2);
	await settled(MIA.id);
	const prices = [80_00, 90_00].map((current) => ({ current, full: 100_00, currency: 'USD' }));
	for (const price of prices) await change({ engine, kind: 'PRICE', price });
	const { knex } = fixture.db;
	await until('they wait', async () => (await knex('watch_notices').where('notBefore', '>', Date.now())).length === 2);
	// The price has risen since, without a notice: the watch does not want it.
	const snapshot = JSON.stringify({ ...withSizes(SKU, ['9']), price: { ...prices[1], current: 205_00 } });
	const product = { source: 'NIKE', sku: SKU, region: 'US', offer: 'NEW', state: 'read', snapshot } as const;
	await knex('products').insert({ ...product, version: 1, checkedAt: Date.now() });
	await knex('watch_notices').update({ notBefore: 0 });
	await knex('watch_notices').where({ status: 'sent' }).update({ sentAt: 1 });
	engine.wake();
	await settled(MIA.id);
	const [, , notice, ...others] = await messages();
	expect(others).toEqual([]);
	expect(notice?.body.content).toMatch(
		/^<t:\d+:T> \*\*Price change\*\* · \[.*\]\(.*\) · US · \$80\.00 → \$205\.00\nSince then: \$205\.00$/,
	);
	expect(JSON.stringify(notice?.body.embeds)).toContain('$90.00');
	expect(notice?.body.components[0]?.components.map(({ label }) => label)).toEqual(['Mute', 'Snooze 24 h', 'Buy']);
});

test('more than ten products at once are one message', async () => {
	const engine = await start();
	const skus = Array.from({ length: 12 }, (_, n) => `CK92${10 + n}-101`);
	for (const sku of skus) await watch(MIA.id, { sku });
	engine.wake();
	await settled(MIA.id);
	await engine.stop();
	for (const sku of skus) await change({ engine, sku });
	await start();
	await until('the list arrives', async () => (await messages()).length === 2);
	await settled(MIA.id);
	const [, list] = await messages();
	expect(list?.body.embeds[0]?.title).toBe('12 changes of 12 products that you watch');
	expect(await messages()).toHaveLength(2);
});

test('a watch that is muted, snoozed, removed or over the limit while its notice waits sends nothing', async () => {
	const skus = ['CK9210-101', 'CK9211-101', 'CK9212-101', 'CK9213-101'] as const;
	const [muted, snoozed, removed] = [
		await watch(MIA.id, { sku: skus[0] }),
		await watch(MIA.id, { sku: skus[1] }),
		await watch(MIA.id, { sku: skus[2] }),
	];
	await watch(MIA.id, { sku: skus[3] });
	const first = await start({ botToken: null });
	for (const sku of skus) await change({ engine: first, sku });
	await until('they wait', async () => (await notices(MIA.id)).length === 5);
	await first.stop();
	const { knex } = fixture.db;
	await knex('watches').where({ id: muted }).update({ muted: true });
	await knex('watches')
		.where({ id: snoozed })
		.update({ snoozedUntil: Date.now() + SNOOZE_MS });
	await knex('watches').where({ id: removed }).delete();
	await start({ watchesPerMember: 2 });
	await settled(MIA.id);
	expect(await statuses(MIA.id)).toEqual(['sent', 'dropped', 'dropped', 'dropped', 'dropped']);
});

test('a notice that waited too long expires, and the next one counts it', async () => {
	await watch(MIA.id);
	const first = await start({ botToken: null, maxAgeMs: 1 });
	await change({ engine: first });
	await until('it expires', async () => (await statuses(MIA.id)).includes('expired'));
	await first.stop();
	await change({ engine: await start() });
	await until('the next one arrives', async () => (await messages()).length === 2);
	const contents = (await messages()).map(({ body }) => body.content ?? '');
	expect(contents.join()).toBe('1 earlier notice was not sent in time.,');
});

test('a killed process sends no notice twice', async () => {
	const engine = await start();
	await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	await change({ engine });
	await settled(MIA.id);
	await engine.stop();
	// As if it had ended before it recorded the result.
	await fixture.db.knex('watch_notices').update({ status: 'queued', sentAt: null, messageId: null });
	await start();
	await settled(MIA.id);
	expect(await messages()).toHaveLength(2);
});

test('a person who cannot be reached is left alone for a day, with the reason, and then tried once', async () => {
	const { control } = fixture.sandbox;
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
	await fixture.db.knex('watch_places').update({ unreachableUntil: Date.now() - 1 });
	await change({ engine });
	await until('it arrives', async () => (await messages()).length === 1);
	await settled(MIA.id);
	expect(await place(MIA.id)).toMatchObject({ reason: null, unreachableUntil: 0 });
});

test('the budget for new direct messages is shared, and keeps Discord from quarantining the application', async () => {
	const engine = await start({ newDirectPer10Minutes: 3 });
	const people = await fixture.sandbox.control.addPeople(6);
	const take = () => fixture.db.transaction((trx) => takeOpening(trx, 'access', 3));
	expect(await take()).toBe(true);
	for (const person of people) await watch(person);
	engine.wake();
	await until('two are opened', async () => (await fixture.sandbox.control.openings()).opened === 2);
	await change({ engine });
	await until('both get it', async () => (await messages()).length === 4);
	expect(await fixture.sandbox.control.openings()).toEqual({ opened: 2, isQuarantined: false });
	expect(await take()).toBe(false);
});

test('a quarantined application opens none, alerts operators, and writes to known people', async () => {
	const engine = await start();
	await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	await fixture.sandbox.control.quarantine(true);
	const [stranger] = await fixture.sandbox.control.addPeople(1);
	await watch(stranger!);
	engine.wake();
	const problems = async () => (await readProblems(fixture.db.knex, Date.now())).map(({ key }) => key);
	await until('operators know', async () => (await problems()).includes('direct messages'));
	await change({ engine });
	await settled(MIA.id);
	expect(await messages()).toHaveLength(2);
	expect(await statuses(stranger!)).toEqual(['queued', 'queued']);
	expect(await place(stranger!)).toMatchObject({ unreachableUntil: 0 });
});

/** Manage Webhooks, Create Private Threads, Send Messages in Threads. */
const THREADS = (1n << 29n) | (1n << 36n) | (1n << 38n);

test('a private thread is made again when it was deleted, and replaced by direct messages when it is locked', async () => {
	const { control } = fixture.sandbox;
	await control.setBotPermissions(guildId, { permissions: String(THREADS) });
	const engine = await start();
	const { knex } = fixture.db;
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

test('notices for a member that left the server are direct messages, with the reason', async () => {
	const { control } = fixture.sandbox;
	await control.setBotPermissions(guildId, { permissions: String(THREADS) });
	const { knex } = fixture.db;
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

test('a notice whose delivery failed is sent before those of later events', async () => {
	const engine = await start();
	for (const sku of ['CK9210-101', 'CK9211-101']) await watch(MIA.id, { sku });
	engine.wake();
	await settled(MIA.id);
	await fixture.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { status: 502 } });
	await change({ engine, sku: 'CK9210-101' });
	await until('it has failed', async () =>
		(await notices(MIA.id)).some(({ attempts, status }) => attempts === 1 && status === 'queued'),
	);
	await change({ engine, sku: 'CK9211-101' });
	await settled(MIA.id);
	const links = (await messages()).map(({ body }) => body.components[0]?.components[2]?.url);
	expect(links).toEqual([undefined, 'https://shop.example.com/CK9210-101', 'https://shop.example.com/CK9211-101']);
});

test('one of several processes sends, and another continues when it stops', async () => {
	const [first, second] = [await start(), await start()];
	await watch(MIA.id);
	first.wake();
	await settled(MIA.id);
	await first.stop();
	await change({ engine: second });
	await settled(MIA.id);
	expect(await messages()).toHaveLength(2);
});
