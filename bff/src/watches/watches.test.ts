import { Account, User } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let mia: Browser;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	[mia, ada] = [await testServer.signIn('mia'), await testServer.signIn('ada')];
});
beforeEach(() => testServer.db.knex('watches').delete());
afterAll(() => testServer.close());

const SHOE = { brand: 'NIKE', sku: 'CK9246-101' } as const;
const guildId = SANDBOX_GUILDS.soleSearchers.id;
/** Manage Webhooks, Create Private Threads, Send Messages in Threads. */
const THREADS = (1n << 29n) | (1n << 36n) | (1n << 38n);
const [channel] = SANDBOX_CHANNELS.filter((one) => one.guildId === guildId);

test('a new watch has the documented defaults, and says that nothing polls its product', async () => {
	const { data, note } = await mia.api.watchCreate({ brand: 'nike', sku: 'ck9246-101' });
	expect(data).toEqual({
		id: expect.any(String),
		...SHOE,
		title: null,
		image: null,
		regions: null,
		sizes: null,
		maxPrice: null,
		kinds: ['SHOCK_DROP', 'LIVE', 'NEW', 'RESTOCK', 'PRICE'],
		states: [],
		muted: false,
		snoozedUntil: null,
		overLimit: false,
		polled: [],
		createdAt: expect.any(Number),
		last: null,
	});
	expect(note).toContain('Nothing polls this product now');
	expect(await mia.api.watches()).toEqual({ data: [data], limit: 5, nextCursor: null });
	expect((await mia.api.watches(SHOE)).data).toEqual([data]);
	expect((await mia.api.watches({ ...SHOE, brand: 'HP' })).data).toEqual([]);
});

test('a watch says in which of its regions the product is polled', async () => {
	await testServer.subscribeEverywhere();
	await ada.api.skusChange({ action: 'ADD', type: 'MONITOR1', sku: [SHOE.sku] });
	const { data, note } = await mia.api.watchCreate({ ...SHOE, regions: ['JP', 'US'] });
	expect({ polled: data.polled, note }).toEqual({ polled: ['US', 'JP'], note: null });
	await ada.api.skusChange({ action: 'REMOVE', type: 'MONITOR1', sku: [SHOE.sku] });
});

test('with WATCH_POLLS=any a watch is polled in its own regions', async () => {
	testServer.settings.WATCH_POLLS = 'any';
	const { data, note } = await mia.api.watchCreate({ ...SHOE, regions: ['FR', 'US'] });
	expect({ polled: data.polled, note }).toEqual({ polled: ['US', 'FR'], note: null });
	await mia.api.watchDelete({ id: data.id });
	testServer.settings.WATCH_POLLS = 'lists';
});

test('a new watch can be muted or snoozed from the beginning', async () => {
	const create = (fields: object) => mia.api.watchCreate({ ...SHOE, ...fields });
	await expect(create({ snoozedUntil: 1 })).rejects.toMatchObject({
		fields: { snoozedUntil: 'must lie in the future' },
	});
	const snoozedUntil = Date.now() + 3_600_000;
	const { data } = await create({ muted: true, snoozedUntil });
	expect(data).toMatchObject({ muted: true, snoozedUntil });
	expect((await mia.api.watches()).data).toEqual([data]);
	await mia.api.watchDelete({ id: data.id });
});

test('a change keeps the fields that it does not name', async () => {
	const given = { ...SHOE, sizes: ['9', 'M 10'], maxPrice: { amount: 15_000, currency: 'usd' } };
	const { data: made } = await mia.api.watchCreate(given);
	const snoozedUntil = Date.now() + 3_600_000;
	const { data } = await mia.api.watchEdit({ id: made.id, muted: true, snoozedUntil, sizes: null });
	expect(data).toEqual({ ...made, muted: true, snoozedUntil, sizes: null });
	expect(data.maxPrice).toEqual({ amount: 15_000, currency: 'USD' });
	const edit = (fields: object) => mia.api.watchEdit({ id: made.id, ...fields });
	await expect(edit({ sku: 'DZ5485-612' })).rejects.toMatchObject({ fields: { sku: 'cannot be changed' } });
	await expect(edit({ snoozedUntil: 1 })).rejects.toMatchObject({ fields: { snoozedUntil: 'must lie in the future' } });
	expect(await mia.api.watchDelete({ id: made.id })).toEqual({ data: { id: made.id } });
	expect((await mia.api.watches()).data).toEqual([]);
});

test('rejects a second watch of a product, and regions in which its brand has none', async () => {
	await mia.api.watchCreate(SHOE);
	await expect(mia.api.watchCreate(SHOE)).rejects.toMatchObject({ status: 409 });
	await expect(mia.api.watchCreate({ brand: 'HP', sku: '7Z5A1UA#ABA', regions: ['JP'] })).rejects.toMatchObject({
		status: 400,
		fields: { regions: 'HP has no products in JP (Japan). Regions: US' },
	});
});

test("a watch is of the catalogue's product, however its SKU is typed, and of no SKU that cannot exist", async () => {
	const skus = ['TV9246-101', 'ODD 1', 'TW1234-100', 'TW1234100'];
	const rows = skus.map((sku) => ({ brand: 'NIKE', sku, title: 'Jordan 3' }));
	await ada.api.catalogueImport({ rows, dryRun: false });
	const create = async (sku: string) => (await mia.api.watchCreate({ brand: 'NIKE', sku })).data;
	expect(await create('tv9246101')).toMatchObject({ sku: 'TV9246-101', title: 'Jordan 3' });
	await expect(create('TV9246.101')).rejects.toMatchObject({ status: 409 });
	expect(await create('odd-1')).toMatchObject({ sku: 'ODD 1' });
	expect(await create('tw1234100')).toMatchObject({ sku: 'TW1234100' });
	const rule = 'must be a SKU of Nike (6 letters and digits, a dash and 3 digits, such as CK9246-101)';
	for (const sku of ['CK9246778', 'TW1234 100']) {
		await expect(create(sku)).rejects.toMatchObject({
			status: 400,
			fields: { sku: `${rule}, and "${sku}" is not` },
		});
	}
	expect(await create('ck9246-778')).toMatchObject({ sku: 'CK9246-778', title: null });
});

test("a shop's own code is never taken for another one with the same letters and digits", async () => {
	const products = [
		{ brand: 'SHOPS', sku: 'PX100-11' },
		{ brand: 'SHOPS', sku: 'shop.example/AbC1' },
		{ brand: 'JD', sku: 'PX1001-100' },
	] as const;
	const rows = products.map((product) => ({ ...product, title: 'Runner' }));
	await ada.api.catalogueImport({ rows, dryRun: false });
	const others = [
		{ brand: 'SHOPS', sku: 'PX1001-1' },
		{ brand: 'SHOPS', sku: 'shop.example/aBc1' },
		{ brand: 'JD', sku: 'PX10011-00' },
	] as const;
	for (const product of others) {
		expect((await mia.api.watchCreate(product)).data).toMatchObject({ ...product, title: null });
		await expect(ada.api.catalogueEntry(product)).rejects.toMatchObject({ status: 404 });
	}
	const { data } = await mia.api.watchCreate({ brand: 'JD', sku: 'px1001100' });
	expect(data).toMatchObject({ sku: 'PX1001-100', title: 'Runner' });
});

test('only its person can read, change or remove a watch, whatever they know of it', async () => {
	const { data } = await mia.api.watchCreate(SHOE);
	expect((await ada.api.watches()).data).toEqual([]);
	for (const call of [
		() => ada.api.watchEdit({ id: data.id, muted: true }),
		() => ada.api.watchDelete({ id: data.id }),
	]) {
		await expect(call()).rejects.toMatchObject({ status: 404 });
	}
	const { data: log } = await ada.api.audit();
	expect(log.filter(({ action }) => action.startsWith('watch'))).toEqual([]);
});

test('the buttons of a list mute and snooze all of its watches, for their person only', async () => {
	const add = async (person: Browser, sku: string) => (await person.api.watchCreate({ brand: 'NIKE', sku })).data.id;
	const listed = [await add(mia, 'CK9210-101'), await add(mia, 'CK9211-101')];
	const other = await add(mia, 'CK9212-101');
	const { knex } = testServer.db;
	const row = { discordId: SANDBOX_USERS.mia.id, status: 'sent', queuedAt: 1 } as const;
	const [first] = await knex('watch_notices').insert({ ...row, watchId: Number(listed[0]), eventId: 1 });
	const sentWith = Number(first);
	await knex('watch_notices').where({ id: sentWith }).update({ sentWith });
	await knex('watch_notices').insert({ ...row, watchId: Number(listed[1]), eventId: 2, sentWith });
	await knex('watch_notices').insert({ ...row, watchId: Number(other), eventId: 3, sentWith: sentWith + 2 });
	const notice = { id: String(first), muted: true };
	await expect(ada.api.watchNoticeEdit(notice)).rejects.toMatchObject({ status: 404 });
	expect(await mia.api.watchNoticeEdit(notice)).toEqual({ data: { watches: 2 } });
	const muted = (await mia.api.watches()).data.filter((watch) => watch.muted).map(({ id }) => id);
	expect(muted).toEqual(listed);
});

test('members and clients have different limits, and watches beyond a lower limit stay without notices', async () => {
	const cleo = await testServer.signIn('cleo');
	const add = async (person: Browser, count: number) => {
		for (let n = 0; n < count; n++) await person.api.watchCreate({ brand: 'NIKE', sku: `CK924${n}-10${n}` });
	};
	await add(mia, 5);
	await expect(mia.api.watchCreate(SHOE)).rejects.toMatchObject({
		status: 403,
		message: 'You can have 5 watches. Remove one first.',
	});
	await add(cleo, 6);
	expect(await cleo.api.watches()).toMatchObject({
		limit: 50,
		data: Array.from({ length: 6 }, () => ({ overLimit: false })),
	});
	await User.query(testServer.db.knex).findById(SANDBOX_USERS.cleo.id).patch({ expiresAt: 1 });
	const { limit, data } = await cleo.api.watches();
	expect(limit).toBe(5);
	expect(data.map(({ overLimit }) => overLimit)).toEqual([false, false, false, false, false, true]);
	await User.query(testServer.db.knex).findById(SANDBOX_USERS.cleo.id).patch({ expiresAt: null });
	testServer.settings.WATCHES_PER_MEMBER = 0;
	await expect(mia.api.watchCreate(SHOE)).rejects.toMatchObject({ status: 403 });
	testServer.settings.WATCHES_PER_MEMBER = 5;
});

test('the bot makes a watch for a person who never signed in, with an account without a session', async () => {
	const { id: discordId } = SANDBOX_USERS.dan;
	const bot = await testServer.bot(discordId, { locale: 'es-419' });
	const { data } = await bot.watchCreate(SHOE);
	expect((await bot.watches()).data).toEqual([data]);
	const { knex } = testServer.db;
	const account = () => Account.query(knex).findById(discordId);
	expect(await account()).toMatchObject({ username: '', signedInAt: 0, locale: 'es-419' });
	await (await testServer.bot(discordId, { locale: 'ja' })).watches();
	expect(await account()).toMatchObject({ locale: 'ja' });
	expect(await knex('sessions').where({ discordId })).toEqual([]);
	const sent = () => knex('watch_places').where({ discordId }).first('sentAt');
	await expect.poll(async () => (await sent())?.sentAt).toBeGreaterThan(0);
	// Who uses the bot is tried again at once, and can still read why the last notice did not arrive.
	await knex('watch_places')
		.where({ discordId })
		.update({ unreachableUntil: Date.now() + 60_000, reason: 'closed' });
	await bot.watches();
	expect((await bot.watchPlace()).data).toMatchObject({
		state: expect.not.stringMatching('unreachable'),
		reason: 'closed',
	});
	const dan = await testServer.signIn('dan');
	expect((await dan.api.watches()).data).toEqual([data]);
	expect(await Account.query(knex).findById(discordId)).toMatchObject({ username: 'Dan' });
});

test('a member chooses a private thread in a server that offers it', async () => {
	const cleo = await testServer.signIn('cleo');
	const choose = () => mia.api.watchPlaceSet({ guildId });
	await expect(choose()).rejects.toMatchObject({ status: 400 });
	const offer = () => cleo.api.personalChannelSet({ guildId, channelId: channel!.id });
	await expect(offer()).rejects.toMatchObject({
		fields: { channelId: expect.stringMatching(/^The bot needs Create Private Threads and Send Messages in Threads/) },
	});
	await testServer.sandbox.control.setBotPermissions(guildId, { permissions: String(THREADS) });
	// Until the server has read the bot's new permissions, the call fails, and is made again.
	await expect.poll(offer).toEqual({ data: { channelId: channel!.id } });
	expect((await mia.api.watchPlace()).data.servers).toEqual([{ guildId, name: 'Sole Searchers' }]);
	await expect(mia.api.watchPlaceSet({ guildId: SANDBOX_GUILDS.dropwireHq.id })).rejects.toMatchObject({ status: 400 });
	expect((await choose()).data).toMatchObject({ guildId, channelId: null, state: 'waiting', reason: null });
	await cleo.api.channelInsert({ guildId, region: 'US', toolsName: 'HP Laptops' });
	// After a sign-in, Discord is asked for the servers again.
	const again = await testServer.signIn('mia');
	await testServer.sandbox.control.failDiscord({ webhookId: 'users', times: 'forever', fault: { status: 503 } });
	expect((await again.api.watchPlace()).data.servers).toEqual([{ guildId, name: 'Sole Searchers' }]);
	expect((await again.api.watchPlaceSet({ guildId: null })).data).toMatchObject({ guildId: null, servers: [] });
	await testServer.sandbox.control.healDiscord();
	expect((await cleo.api.personalChannelSet({ guildId, channelId: null })).data.channelId).toBe(null);
});

test('a chosen place is tried at once, and direct messages are opened before the next event', async () => {
	const { knex } = testServer.db;
	const { id: discordId } = SANDBOX_USERS.mia;
	const place = () => knex('watch_places').where({ discordId }).first();
	const cleo = await testServer.signIn('cleo');
	await testServer.sandbox.control.setBotPermissions(guildId, { permissions: String(THREADS) });
	const offer = () => cleo.api.personalChannelSet({ guildId, channelId: channel!.id });
	await expect.poll(offer).toEqual({ data: { channelId: channel!.id } });
	const confirmations = () => knex('watch_notices').where({ discordId }).whereNull('eventId');
	await knex('watch_notices').where({ discordId }).delete();
	await mia.api.watchPlaceSet({ guildId });
	await knex('watch_places')
		.where({ discordId })
		.update({ directId: null, directUntil: Date.now() + 600_000, reason: 'The thread is locked' });
	await mia.api.watchPlaceSet({ guildId });
	expect(await place()).toMatchObject({ directUntil: 0, reason: null });
	// Without a watch, nothing is to be confirmed.
	await mia.api.watchPlaceSet({ guildId: null });
	expect(await confirmations()).toEqual([]);
	await mia.api.watchPlaceSet({ guildId });
	await mia.api.watchCreate(SHOE);
	await mia.api.watchPlaceSet({ guildId: null });
	await expect.poll(async () => (await confirmations()).map(({ status }) => status)).toEqual(['sent']);
	expect((await place())?.directId).toEqual(expect.any(String));
	await mia.api.watchPlaceSet({ guildId: null });
	expect(await confirmations()).toHaveLength(1);
	await cleo.api.personalChannelSet({ guildId, channelId: null });
});
