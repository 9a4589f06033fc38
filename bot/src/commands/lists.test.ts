import { Product } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLivingEngine } from '@dropwire/bff/testing';
import { EVENT_PERMISSIONS_ADVICE, TOPICS, toolsNames } from '@dropwire/contract';
import { type BotTestServer, buttonsOf, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

/** A server that an operator may manage. */
const RADAR = { guildId: SANDBOX_GUILDS.restockRadar.id, channelId: '300000000000000021' };
let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

test('/links of a server without links says how to create one', async () => {
	expect(embedOf(await testServer.runCommand('links')).description).toContain(
		'`/setup` links several topics to a channel, `/link` one',
	);
});

test('/links shows topic, channel and health of each link, page by page', async () => {
	const bot = await testServer.bot();
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	const place = { guildId: GUILD, guildName: 'Sole Searchers', region: 'US', channelName: 'general' };
	for (const toolsName of toolsNames('US').slice(0, 10)) {
		await bot.linkInsert({ ...place, toolsName, channelId: CHANNEL, webHook: webhook!.url });
	}
	const first = await testServer.runCommand('links');
	expect(embedOf(first).description.match(/→/g)).toHaveLength(4);
	expect(embedOf(first)).toMatchObject({
		description: expect.stringContaining(`**Nike Shoes Active** (US) → <#${CHANNEL}>\nOn, no message yet`),
		footer: { text: 'Dropwire · page 1 of 3' },
	});
	expect(buttonsOf(first).map(({ label, disabled }) => [label, disabled])).toEqual([
		...[1, 2, 3, 4].flatMap((n) => ['Test', 'Pause', 'Edit', 'Unlink'].map((label) => [`${n}. ${label}`, false])),
		['Previous', true],
		['Next', false],
	]);
	const last = await testServer.press(await testServer.press(first, 'Next'), 'Next');
	expect(embedOf(last).description.match(/→/g)).toHaveLength(2);
	expect(embedOf(await testServer.press(last, 'Previous')).footer.text).toBe('Dropwire · page 2 of 3');
});

test('/test sends a sample message; if Discord rejects it, the reply and /links show the reason', async () => {
	const bot = await testServer.bot();
	const { data } = await bot.linkList({ guildId: GUILD });
	const { id, webhookId, toolsName } = data[0]!;
	const before = (await testServer.sandbox.control.messages({ webhookId })).length;
	const answer = embedOf(await testServer.runCommand('test', { link: id }));
	expect(answer).toMatchObject({ title: 'Test message sent', description: expect.stringMatching(/after \d+ ms/) });
	const messages = await testServer.sandbox.control.messages({ webhookId });
	expect(messages).toHaveLength(before + 1);
	expect(JSON.stringify(messages.at(-1)?.body)).toContain(toolsName);

	await testServer.sandbox.control.deleteWebhook(webhookId);
	const failed = await testServer.runCommand('test', { link: id });
	expect(embedOf(failed).description).toMatch(/Unknown Webhook|was deleted/);
	await expect
		.poll(async () => embedOf(await testServer.runCommand('links')).description)
		.toContain('10 links, **10 off**. `/link` turns the links of a channel on again');
	expect(embedOf(await testServer.runCommand('links'))).toMatchObject({ color: 0xff4d4f });
});

test('/topics lists every topic of a region with the channels that get it', async () => {
	const first = await testServer.runCommand('topics', { region: 'us' });
	expect(embedOf(first).title).toBe('Topics: United States');
	const pages = [first];
	while (buttonsOf(pages.at(-1)!).some(({ label, disabled }) => label === 'Next' && !disabled)) {
		pages.push(await testServer.press(pages.at(-1)!, 'Next'));
	}
	const text = pages.map((page) => embedOf(page).description).join('\n');
	for (const { toolsName } of TOPICS.filter(({ region }) => region === 'US')) expect(text).toContain(toolsName);
	expect(text).toContain('**Nike Shoes Active** → #general');
	const jp = embedOf(await testServer.runCommand('topics', { region: 'JP' })).description;
	expect(jp).toContain('Nike Shoes Active\n');
	expect(jp).not.toContain('→');
	expect(embedOf(await testServer.runCommand('topics', { region: 'Mars' })).title).toBe('Not done');
});

test('/product asks the shops only for users with the premium role', async () => {
	const description = async () => embedOf(await testServer.runCommand('product', { sku: 'NO-SUCH' })).description;
	expect(await description()).toMatch(/^No product matches "NO-SUCH"/);
	const rejected = embedOf(await testServer.runCommand('resale', { sku: 'ck9246-101' }));
	expect(rejected).toMatchObject({
		title: 'Not done',
		description: 'This is for premium clients. Ask an operator for the role premium.',
	});
	await testServer.db.knex('user_roles').insert({ discordId: SANDBOX_USERS.cleo.id, role: 'premium' });
	await expect.poll(description).toBe('NO-SUCH does not exist.');
});

test('/product summarizes a watched product in all regions, or shows one region in detail', async () => {
	const ada = await testServer.signIn('ada');
	await testServer.subscribeEverywhere();
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	await expect
		.poll(() => Product.query(testServer.db.knex).where({ sku: 'CK9246-101', state: 'read' }).resultSize())
		.toBe(16);
	const all = embedOf(await testServer.runCommand('product', { sku: 'ck9246-101' }));
	expect(all).toMatchObject({ title: expect.stringContaining('Jordan'), footer: { text: 'Dropwire · watched' } });
	expect(all.thumbnail?.url).toMatch(/^https?:/);
	expect(all.description).toMatch(/\*\*US\*\* [A-Z]+ · .*\$\d+/);
	const one = embedOf(await testServer.runCommand('product', { sku: 'CK9246-101', region: 'Japan' }));
	expect(one.description).toMatch(/\*\*Japan\*\* · [A-Z]+/);
	expect(one.description).toContain('Checked <t:');
	expect(one.description).toMatch(/Launch <t:\d+:F> .*\n(.*\n)*Sizes \(\d+\/\d+\), levels per size/);
	expect(embedOf(await testServer.runCommand('product', { sku: 'SX5090-014' })).footer.text).toContain('not watched');
	expect(embedOf(await testServer.runCommand('product', { sku: 'NO-SUCH' }))).toMatchObject({
		title: 'Not done',
		description: 'NO-SUCH does not exist.',
	});
});

test('/resale shows the best payout of each size against the full price', async () => {
	await testServer.sandbox.control.setEbayListings({
		sku: 'HF3976-001',
		items: [{ title: 'HF3976-001 Size 9', price: '300.00' }],
	});
	const run = async (sku: string, options: { region?: string } = {}) =>
		embedOf(await testServer.runCommand('resale', { sku, ...options }));
	const shown = await run('hf3976-001');
	expect(shown.title).toBe('Resale HF3976-001');
	expect(shown.description).toMatch(/^Full price in United States: \$\d+/);
	expect(shown.description).toMatch(/\*\*.*9.*\*\* eBay pays \$258\.80, profit -?\$[\d.]+ \(-?[\d.]+%\)/);
	expect(shown.footer.text).toMatch(/after fees as of \d{4}-\d\d-\d\d$/);
	expect(await run('NIKE hf3976-001')).toEqual(shown);
	expect((await run('HF3976-001', { region: 'Japan' })).description).toContain('No market has a price');
	await testServer.sandbox.control.failShop('ebay', { times: 1, fault: { status: 500 } });
	expect((await run('NO-SUCH')).description).toContain('eBay could not be read: eBay answered 500.');
});

test('/stores lists what the stores near a place have, nearest first', async () => {
	const run = async (options: { sku: string; near: string; region?: string }) =>
		embedOf(await testServer.runCommand('stores', options));
	const shown = await run({ sku: 'ck9246-101', near: 'New York' });
	expect(shown.title).toBe('Stores near New York: CK9246-101');
	expect(shown.description).toMatch(/^\*\*\[Nike NYC\]\(.*\)\*\* New York · 0 km\n.* ▰/);
	expect(shown.description).toContain('Nike Factory Store Elizabeth');
	expect((await run({ sku: 'nike ck9246101', near: 'New York' })).description).toBe(shown.description);
	expect((await run({ sku: 'CK9246-101', near: 'Atlantis' })).description).toBe(
		'No store in United States has this city or postal code.',
	);
	expect((await run({ sku: 'NONE-001', near: 'Tokyo', region: 'Japan' })).description).toBe(
		'The shop does not sell this SKU in Japan.',
	);
});

const PRICE = { current: 12_000, full: 15_000, currency: 'USD' };
const SHOE = { title: 'Gel', subtitle: null, status: null, price: PRICE, launchAt: null, image: null, url: null };
const ROW = { source: 'ASICS', region: 'US', state: 'read' };

test('/product says whose product it shows', async () => {
	const row = { ...ROW, sku: 'OF-TWO-1', checkedAt: Date.now() };
	const snapshot = JSON.stringify({ ...SHOE, available: true, sizes: [] });
	await testServer.db.knex('products').insert([
		{ ...row, snapshot },
		{ ...row, snapshot, source: 'SHOPS' },
	]);
	const { description } = embedOf(await testServer.runCommand('product', { sku: row.sku }));
	expect(description).toMatch(/^ASICS · `OF-TWO-1`/);
});

test('/product shows unknown stock in each language', async () => {
	const { knex } = testServer.db;
	const size = (name: string, available: boolean | null) => ({ size: name, available, level: null, count: null });
	const sizes = [size('8', true), size('9', false), size('10', null)];
	const row = { ...ROW, checkedAt: Date.now() };
	await knex('products').insert([
		{ ...row, sku: 'UNKNOWN-1', snapshot: JSON.stringify({ ...SHOE, available: null, sizes }) },
		{ ...row, sku: 'UNKNOWN-2', snapshot: JSON.stringify({ ...SHOE, available: false, sizes: [] }) },
	]);
	const card = async (sku: string, locale = 'en-US') =>
		embedOf(await testServer.runCommand('product', { sku }, { locale })).description;
	expect(await card('UNKNOWN-1')).toContain(
		'**United States** · stock unknown\n~~$150.00~~ **$120.00**\nSizes (1/3, 1 unknown)\n8\nStock unknown: 10\nSold out: 9\n',
	);
	expect(await card('UNKNOWN-2')).toContain('**United States** · sold out\n');
	expect(await card('UNKNOWN-1', 'de')).toMatch(
		/\*\*Vereinigte Staaten\*\* · Bestand unbekannt\n~~150,00\s\$~~ \*\*120,00\s\$\*\*\nGrößen \(1\/3, 1 unbekannt\)\n8\nBestand unbekannt: 10\nAusverkauft: 9\nGeprüft <t/,
	);
});

test('/product encodes or omits pictures and addresses that Discord rejects', async () => {
	const snapshot = { ...SHOE, title: 'Air_Max 1 - "Big" (White)', available: true, sizes: [] };
	const rows = [
		{ sku: 'ADDRESS-1', image: 'https://cdn.example.com/EU Long 3.png', url: 'https://example.com/a (b)|c' },
		{ sku: 'ADDRESS-2', image: 'http://images/x.png', url: 'http://shop:8080/p' },
	].map(({ sku, ...addresses }) => ({
		...ROW,
		checkedAt: Date.now(),
		sku,
		snapshot: JSON.stringify({ ...snapshot, ...addresses }),
	}));
	await testServer.db.knex('products').insert(rows);
	const encoded = embedOf(await testServer.runCommand('product', { sku: 'ADDRESS-1' }));
	expect(encoded).toMatchObject({
		title: String.raw`Air\_Max 1 - "Big" (White)`,
		thumbnail: { url: 'https://cdn.example.com/EU%20Long%203.png' },
		url: 'https://example.com/a%20(b)%7Cc',
	});
	expect(encoded.description).toContain('[Link](https://example.com/a%20%28b%29%7Cc)');
	const without = embedOf(await testServer.runCommand('product', { sku: 'ADDRESS-2' }));
	expect(without).not.toHaveProperty('url');
	expect(without).not.toHaveProperty('thumbnail');
	expect(without.description).not.toContain('shop:8080');
});

test('/notices shows and changes whether the server is notified of shops that cannot be read', async () => {
	const text = async (options = {}) => embedOf(await testServer.runCommand('notices', options)).description;
	expect(await text()).toContain('**Shops: off.** `/notices shops:on` turns them on.');
	expect(await text({ shops: 'on' })).toContain('**Shops: on.** When a shop cannot be read');
	expect(await text()).toContain('**Shops: on.**');
	expect(embedOf(await testServer.runCommand('status')).description).toContain('Shop notices: on (`/notices`)');
	expect(await text({ shops: 'off', links: 'off' })).toMatch(/\*\*Shops: off\.\*\*.*\n\*\*Links: off\.\*\*/);
});

test('/drops-events keeps events of the server for its releases, and names the permission that the bot lacks', async () => {
	const { sandbox } = testServer;
	const ada = await testServer.signIn('ada');
	const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
	const row = { brand: 'NIKE', region: 'US' };
	const rows = [1, 2].map((n) => ({ ...row, sku: `EVENT-${n}`, title: `Shoe ${n}`, launchAt: at(n) }));
	await ada.api.releasesImport({ dryRun: false, rows });
	const text = async (options = {}, where = {}) =>
		embedOf(await testServer.runCommand('drops-events', options, where)).description;
	const german = { locale: 'de' };
	const names = async () => (await sandbox.control.scheduledEvents(GUILD)).map(({ name }) => name);
	expect(await text()).toContain('**Off.** `/drops-events state:on` keeps an event');
	const other = { as: 'ada', ...RADAR };
	expect(await text({ state: 'on' }, other)).toContain('no release topic, such as Nike Releases: choose a region.');
	expect(await text({ state: 'on' }, { ...other, ...german })).toContain('Wähle eine Region: `/release-events region`');

	await sandbox.control.setBotPermissions(GUILD, { permissions: '0' });
	await expect.poll(() => text({ region: 'US' })).toContain('permission **Create Events**');
	const allowed = (1n << 10n) | (1n << 29n) | (1n << 44n);
	await sandbox.control.setBotPermissions(GUILD, { permissions: String(allowed) });
	await expect.poll(() => text({ region: 'US' })).toContain('releases in United States');
	await expect.poll(names).toEqual(['Shoe 1', 'Shoe 2']);
	expect(await text()).toBe('**On.** The bot keeps an event for each of the next releases in United States: 2 now.');
	const status = async () => embedOf(await testServer.runCommand('status')).description;
	expect(await status()).toContain('Events for releases: on');

	await testServer.db
		.knex('scheduled_event_guilds')
		.update({ active: false, reason: EVENT_PERMISSIONS_ADVICE, syncAt: null });
	expect(await status()).toContain(EVENT_PERMISSIONS_ADVICE);
	expect(await text({}, german)).toContain('die Berechtigung **Events erstellen**');
	expect(await text({ state: 'off' })).toBe('**Off.** The bot deletes 2 events.');
	await expect.poll(names).toEqual([]);
});

test('/status shows what watches the topics of the server, problems first', async () => {
	// Replaces the webhook that was deleted, for all its topics.
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	const place = { guildId: GUILD, guildName: 'Sole Searchers', region: 'US', channelName: 'general' };
	const toolsName = 'Nike Shoes Active';
	await (await testServer.bot()).linkInsert({ ...place, toolsName, channelId: CHANNEL, webHook: webhook!.url });
	const { knex } = testServer.db;
	const now = Date.now();
	await addLivingEngine(testServer.db);
	const round = { worker: '~x', host: '', source: 'NIKE', region: 'US', neverChecked: 2, blocked: 0, roundMs: 40_000 };
	await knex('source_rounds').insert({
		...round,
		watched: 50,
		oldestCheckAt: now - 600_000,
		waitingSince: now - 600_000,
	});
	const status = async () => embedOf(await testServer.runCommand('status'));
	await expect.poll(async () => (await status()).title).toBe('Checks are late');
	expect((await status()).description).toMatch(
		/\*\*Nike\*\*: Late \(US\)\. Oldest check: <t:\d+:R>; a round takes 40 sec\./,
	);
	const blocked = { blocked: 30, blockedSince: now - 60_000, blockedReason: 'wall page' };
	await knex('source_rounds').where({ worker: '~x' }).update(blocked);
	await expect.poll(async () => (await status()).title).toBe('Some products cannot be checked');
	expect((await status()).description).toMatch(/\*\*Nike\*\*: Blocked <t:\d+:R>: wall page \(US\)\./);
	await knex('workers').where({ id: '~x' }).delete();
	await expect.poll(async () => (await status()).title).toBe('Everything is running');
	const description = async () => (await status()).description;
	await expect.poll(description).toMatch(/\*\*Nike\*\*: 1 SKU in US, each checked every .*; oldest check <t:\d+:R>\./);
	expect(await description()).toMatch(/\*\*Nike refurbished\*\*: Nothing is watched yet; 1 link waits \(US\)\./);
});

test('/status shows whether the engine is running', async () => {
	const running = embedOf(await testServer.runCommand('status'));
	expect(running).toMatchObject({
		title: 'Everything is running',
		color: 0x3ecf8e,
		description: expect.stringMatching(
			/^\*\*This server\*\*\n10 links\nLast 24 hours: \d+ sent, \d+ failed\nLast 7 days: /,
		),
	});
	expect(running.description).not.toContain('all servers');
	// The server counts the processes every few seconds.
	await expect
		.poll(async () => embedOf(await testServer.runCommand('status', {}, { as: 'ada', ...RADAR })).description)
		.toMatch(/Engine: 1 process\n.*Last hour, all servers: \d+ sent, \d+ failed/s);
	await testServer.engine.stop();
	await expect
		.poll(async () => embedOf(await testServer.runCommand('status')))
		.toMatchObject({ title: 'Dropwire is not running', color: 0xff4d4f });
});

test('/help lists every command, in every server', async () => {
	const { commands } = await testServer.sandbox.control.commands();
	const { description } = embedOf(
		await testServer.runCommand(
			'help',
			{},
			{ guildId: SANDBOX_GUILDS.restockRadar.id, channelId: '300000000000000021' },
		),
	);
	expect(commands).toHaveLength(22);
	for (const { name } of commands.filter(({ type }) => type === 1)) expect(description).toContain(`\`/${name}\``);
	expect(description).toContain('`/link` region topic [channel] [role] [include]');
});

test('/topics counts the channels that do not fit', async () => {
	const bot = await testServer.bot();
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	const [topic = '', next = ''] = toolsNames('GB');
	const place = { guildId: GUILD, guildName: 'Sole Searchers', region: 'GB', toolsName: topic, channelName: 'general' };
	await bot.linkInsert({ ...place, channelId: CHANNEL, webHook: webhook!.url });
	const { knex } = testServer.db;
	const { id, ...subscription } = (await knex('subscriptions').orderBy('id', 'desc').first())!;
	const { id: _, ...own } = (await knex('webhooks').orderBy('id', 'desc').first())!;
	const others = Array.from({ length: 299 }, (__, n) => {
		const discordId = String(600_000_000_000_000_000n + BigInt(n));
		return { ...own, discordId, urlHash: discordId, channelId: String(700_000_000_000_000_000n + BigInt(n)) };
	});
	await knex.batchInsert('webhooks', others, 50);
	const ids: number[] = await knex('webhooks').where('discordId', 'like', '6000000%').pluck('id');
	await knex.batchInsert(
		'subscriptions',
		ids.map((webhookId) => ({ ...subscription, webhookId })),
		50,
	);
	const { description } = embedOf(await testServer.runCommand('topics', { region: 'GB' }));
	expect(description).toMatch(new RegExp(`\\*\\*${topic}\\*\\* → <#\\d+>.*, and 2\\d\\d more channels\\n${next}\\n`));
	expect(description).toContain('`/link region:GB` sends one to a channel.');
	await knex('subscriptions').whereIn('webhookId', ids).orWhere({ id }).delete();
	await knex('webhooks').whereIn('id', ids).delete();
});
