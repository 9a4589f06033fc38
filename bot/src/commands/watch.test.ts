import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type BotTestServer, buttonsOf, embedOf, openBotTestServer, PLACES } from '../testing.ts';

const SKU = 'CK9246-101';
let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
	const { sandbox, signIn } = testServer;
	await sandbox.control.setMember(PLACES.server.guildId, { user: 'mia', permissions: '0' });
	await sandbox.control.removeBot(PLACES.server.guildId);
	const ada = await signIn('ada');
	const row = { brand: 'NIKE', title: 'Zoom Vomero 5' };
	const rows = [
		{ ...row, sku: SKU },
		{ ...row, sku: 'CK9246-202' },
		{ ...row, brand: 'ASICS', sku: 'GEL-1', title: 'Gel' },
	];
	await ada.api.catalogueImport({ dryRun: false, rows });
});
afterEach(async () => {
	await testServer.db.knex('watches').delete();
});
afterAll(() => testServer.close());

type Where = (typeof PLACES)[keyof typeof PLACES];
/** Runs it as somebody who is on no list. */
const run = (name: string, options: Record<string, string> = {}, where: Where = PLACES.direct, locale = 'en-US') =>
	testServer.runCommand(name, options, { as: 'mia', locale, ...where });
const watch = async (options: Record<string, string>, locale?: string) =>
	embedOf(await run('watch', options, PLACES.direct, locale)).description;
const bot = () => testServer.bot(SANDBOX_USERS.mia.id);
const stored = async () => (await (await bot()).watches()).data;
const click = (interactionId: string, customId: string) =>
	testServer.sandbox.control.click({ interactionId, customId });

test.each(['direct', 'group', 'server'] as const)(
	'members watch a product and see their watches (%s)',
	async (place) => {
		const made = await run('watch', { product: `NIKE ${SKU}` }, PLACES[place]);
		expect(made.message?.ephemeral).toBe(true);
		expect(embedOf(made)).toMatchObject({ title: 'Watching' });
		expect(embedOf(made).description.split('\n')).toEqual([
			`You get a notice when **Zoom Vomero 5** (Nike, \`${SKU}\`) changes.`,
			'Notices arrive as direct messages from this bot.',
			expect.stringMatching(/^Nothing checks this product now: /),
		]);
		const listed = await run('watches', {}, PLACES[place]);
		expect(listed.message?.ephemeral).toBe(true);
		expect(embedOf(listed).description).toContain(`1. **Zoom Vomero 5** (Nike, \`${SKU}\`)`);
		expect(embedOf(listed).footer.text).toBe('Dropwire · 1 of 5 watches');
	},
);

test('/watch suggests products of the catalogue to everybody', async () => {
	const asked = { as: 'mia', name: 'watch', focused: 'product', options: { product: 'gel' } } as const;
	const suggested = async () => (await testServer.sandbox.control.suggestions(asked)).choices;
	await expect.poll(suggested).toEqual([{ name: 'ASICS GEL-1 · Gel', value: 'ASICS GEL-1' }]);
});

test('/watch limits the watch to sizes, a region, and a price in its currency', async () => {
	const text = await watch({ product: SKU, sizes: 'M 9, 9,5', region: 'Japan', max_price: '17380' });
	expect(text).toContain('Region: Japan\nSizes: M 9, 9.5\nPrice: at most ¥17,380');
	const [made] = await stored();
	expect(made).toMatchObject({ regions: ['JP'], sizes: ['M 9', '9,5'], maxPrice: { amount: 17_380, currency: 'JPY' } });
	await watch({ product: 'GEL-1', max_price: '189.99' });
	expect((await stored())[1]?.maxPrice).toEqual({ amount: 18_999, currency: 'USD' });
	expect(await watch({ product: 'CK9246-202', region: 'JP', max_price: '0.5' })).toBe(
		'The price "0.5" is no amount in JPY. Give one with fewer decimals.',
	);
	expect(await stored()).toHaveLength(2);
});

test("/watch takes a SKU without its separators for the catalogue's product", async () => {
	for (const product of ['NIKE CK9246101', 'ck9246202']) {
		expect(await watch({ product })).toContain('**Zoom Vomero 5** (Nike, `CK9246-');
	}
	expect((await stored()).map(({ sku }) => sku)).toEqual([SKU, 'CK9246-202']);
	expect(await watch({ product: 'NIKE CK9246778' })).toContain('must be a SKU of Nike');
});

test('/watch takes an HP number without its localization for the only product with it', async () => {
	const { api } = await testServer.signIn('ada');
	const add = (sku: string) => api.catalogueImport({ rows: [{ brand: 'HP', sku, title: 'OmniBook' }] });
	await add('6B8U4AA#ABA');
	for (const product of ['hp 6b8u4aa', '6B8U4AA']) {
		expect(await watch({ product })).toMatch(/\*\*OmniBook\*\* \(HP, `6B8U4AA#ABA`\)|HP 6B8U4AA#ABA/);
	}
	expect((await stored()).map(({ sku }) => sku)).toEqual(['6B8U4AA#ABA']);
	await add('6B8U4AA#ABL');
	expect(await watch({ product: 'HP 6B8U4AA' })).toContain('Several products match');
	await testServer.db.knex('catalogue').where({ brand: 'HP' }).delete();
});

test("/watch takes a shop's own code only as it is", async () => {
	const row = { brand: 'SHOPS', sku: 'PX100-11', title: 'Runner' };
	await (await testServer.signIn('ada')).api.catalogueImport({ dryRun: false, rows: [row] });
	expect(await watch({ product: 'SHOPS PX1001-1' })).toContain('**Shops** `PX1001-1`');
	expect(await watch({ product: 'PX1001-1' })).toContain('No product matches "PX1001-1".');
	expect(await watch({ product: 'px100-11' })).toContain('**Runner** (Shops, `PX100-11`)');
	expect((await stored()).map(({ sku }) => sku)).toEqual(['PX1001-1', 'PX100-11']);
});

test('/watch never guesses a product', async () => {
	expect(await watch({ product: 'vomero' })).toContain('Several products match "vomero".');
	expect(await watch({ product: 'nike vomero 5' })).toContain('Several products match');
	expect(await watch({ product: 'UNSEEN-100' })).toContain('No product matches "UNSEEN-100".');
	expect(await stored()).toEqual([]);
	expect(await watch({ product: 'nike unseen-100' })).toContain('**Nike** `UNSEEN-100`');
	expect(await stored()).toMatchObject([{ brand: 'NIKE', sku: 'UNSEEN-100' }]);
});

test('/watch keeps the letter case of the SKU of a link', async () => {
	const sku = 'shop.example/runner?variant=7';
	expect(await watch({ product: `SHOPS ${sku}` })).toContain(`**Shops** \`${sku}\``);
	expect(await stored()).toMatchObject([{ brand: 'SHOPS', sku }]);
});

test('/watch says that a product is watched already, and what the limit is, in the language of the user', async () => {
	await watch({ product: SKU });
	expect(await watch({ product: SKU })).toBe(`You already watch NIKE ${SKU}.`);
	expect(await watch({ product: SKU }, 'de')).toContain(`Du beobachtest NIKE ${SKU} bereits.`);
	for (const n of [1, 2, 3, 4]) await watch({ product: `NIKE UNSEEN-10${n}` });
	expect(await watch({ product: 'GEL-1' })).toBe('You can have 5 watches. Remove one first.');
	expect(await watch({ product: 'GEL-1' }, 'de')).toContain('Du kannst 5 Produkte beobachten.');
});

test('the buttons of /watches mute, snooze and remove a watch, and turn the pages', async () => {
	for (const n of [1, 2, 3, 4, 5]) await watch({ product: `NIKE UNSEEN-10${n}` });
	const first = await run('watches');
	const [one] = await stored();
	const muted = await click(first.id, `watches|mute|${one!.id}|0`);
	expect(embedOf(muted).description).toContain('muted');
	expect(buttonsOf(muted).map(({ label }) => label)).toContain('1. Unmute');
	const snoozed = await click(muted.id, `watches|snooze|${one!.id}|0`);
	expect(embedOf(snoozed).description).toMatch(/muted · snoozed until <t:\d+:f>/);
	expect((await stored())[0]).toMatchObject({ muted: true, snoozedUntil: expect.any(Number) });
	const second = await click(snoozed.id, 'watches|page|1');
	expect(embedOf(second).footer.text).toBe('Dropwire · 5 of 5 watches · page 2 of 2');
	await testServer.db
		.knex('watches')
		.where({ sku: 'UNSEEN-105' })
		.update({ muted: true, snoozedUntil: Date.now() + 3_600_000 });
	const [, , , , last] = await stored();
	const removed = await click(second.id, `watches|remove|${last!.id}|1`);
	expect(embedOf(removed).description).toMatch(/^\*\*Nike\*\* `UNSEEN-105` is removed\./);
	expect(await stored()).toHaveLength(4);
	const undo = buttonsOf(removed).find(({ label }) => label === 'Undo');
	// Undo is one request: it leaves no watch without its mute.
	testServer.setConnection('down', '/api/watches?id=');
	const restored = await click(removed.id, undo!.custom_id);
	testServer.setConnection('open');
	expect(embedOf(restored).description).toMatch(/^\*\*Nike\*\* `UNSEEN-105` is watched again\./);
	const { id: _old, createdAt: _then, ...options } = last!;
	const again = (await stored()).at(-1)!;
	expect(again).toMatchObject({ ...options, muted: true });
	await testServer.db
		.knex('watches')
		.where({ id: Number(again.id) })
		.delete();
	const gone = await click(restored.id, `watches|unmute|${again.id}|1`);
	expect(embedOf(gone).description).toBe('This watch does not exist any more, or it is not yours.');
});

test('Undo names the watch that it makes, and is not offered for a SKU of which none can be made', async () => {
	for (const n of [1, 2]) await watch({ product: `NIKE UNSEEN-10${n}` });
	const [older, impossible] = await stored();
	const spell = (id: string, sku: string) =>
		testServer.db
			.knex('watches')
			.where({ id: Number(id) })
			.update({ sku });
	await spell(impossible!.id, 'UNSEEN102');
	const { id } = await run('watches');
	const removed = await click(id, `watches|remove|${impossible!.id}|0`);
	expect(embedOf(removed).description).toContain('**Nike** `UNSEEN102` is removed.');
	expect(buttonsOf(removed).map(({ label }) => label)).not.toContain('Undo');
	const again = await click(removed.id, `watches|remove|${older!.id}|0`);
	const row = { brand: 'NIKE', sku: 'UNSEEN-101', title: 'Pegasus' };
	await (await testServer.signIn('ada')).api.catalogueImport({ dryRun: false, rows: [row] });
	const restored = await testServer.press(again, 'Undo');
	expect(embedOf(restored).description).toMatch(/^\*\*Pegasus\*\* \(Nike, `UNSEEN-101`\) is watched again\./);
	await testServer.db.knex('catalogue').where({ sku: row.sku }).delete();
});

test('/watches says why the last notice did not arrive, and tries the place again', async () => {
	await watch({ product: SKU });
	const reason = 'Discord does not let the bot write to you. Allow direct messages and press Try again. (50007)';
	const place = () => testServer.db.knex('watch_places').where({ discordId: SANDBOX_USERS.mia.id });
	// The confirmation of the first watch arrives before.
	await expect.poll(async () => (await place().first('sentAt'))?.sentAt).toBeGreaterThan(0);
	await place().update({ unreachableUntil: Date.now() + 86_400_000, reason });
	expect(embedOf(await run('watches', {}, PLACES.direct, 'fr')).description).toContain(
		'Discord ne laisse pas le bot vous écrire.',
	);
	const shown = await run('watches');
	expect(embedOf(shown).description).toContain(`The last notice did not arrive there: ${reason}`);
	const again = buttonsOf(shown).find(({ label }) => label === 'Try again');
	const tried = await click(shown.id, again!.custom_id);
	expect(embedOf(tried).description).toMatch(/^The next notice is sent there again\./);
	expect(buttonsOf(tried).map(({ label }) => label)).not.toContain('Try again');
	expect(await place().first()).toMatchObject({ unreachableUntil: 0, reason: null });
});

test('/why answers for the watch of a person, in their language', async () => {
	const ask = async (options: Record<string, string>, locale?: string) =>
		embedOf(await run('why', { product: `NIKE ${SKU}`, ...options }, PLACES.direct, locale)).description;
	expect(await ask({})).toContain('You do not watch **Zoom Vomero 5**');
	await watch({ product: SKU, region: 'Japan' });
	const lines = (await ask({})).split('\n').filter(Boolean);
	expect(lines).toEqual([
		expect.stringMatching(/^\*\*Zoom Vomero 5\*\* \(Nike, `CK9246-101`\) · Japan · <t:\d+:f>$/),
		'For your watch:',
		'**The product is on no watch list.**',
		'The product is on no watch list.',
	]);
	expect(await ask({ when: '15', region: 'US' }, 'de')).toContain('**Das Produkt ist auf keiner Beobachtungsliste.**');
	const clock = new Date(Date.now() - 120_000).toLocaleTimeString('en-GB', {
		timeZone: 'Asia/Tokyo',
		timeStyle: 'short',
	});
	expect(await ask({ when: clock })).toMatch(/· Japan · <t:\d+:f>|is no moment/);
	for (const when of ['soon', '99999', '2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
		expect(await ask({ when })).toContain(`The time "${when}" is no moment of the last 30 days.`);
	}
});

test.each([
	['HH:MM after an hour that came twice', 'GB', '2026-10-25T12:00Z', '00:30', '2026-10-24T23:30Z'],
	['HH:MM of an hour that comes twice, the first time', 'GB', '2026-10-25T00:40Z', '01:30', '2026-10-25T00:30Z'],
	['HH:MM after an hour that was left out', 'GB', '2026-03-29T12:00Z', '00:30', '2026-03-29T00:30Z'],
	['HH:MM in the hour that was left out', 'GB', '2026-03-29T12:00Z', '01:30', null],
	['an ISO time without a zone in the market', 'GB', '2026-07-01T12:00Z', '2026-07-01T12:30', '2026-07-01T11:30Z'],
	['an ISO time without a zone in another market', 'JP', '2026-07-01T12:00Z', '2026-07-01T20:30', '2026-07-01T11:30Z'],
	['an ISO time of before the clocks changed', 'GB', '2026-10-27T12:00Z', '2026-10-24T09:05:00', '2026-10-24T08:05Z'],
	['an ISO time with a zone', 'JP', '2026-07-01T12:00Z', '2026-07-01T13:30+02:00', '2026-07-01T11:30Z'],
	['an ISO time that is ahead in the market', 'GB', '2026-07-01T12:00Z', '2026-07-01T13:30', null],
	['a time with spaces and a zone', 'US', '2026-11-28T00:00Z', '2026-11-27 10:00 +01:00', '2026-11-27T09:00Z'],
	['a time with a space in the market', 'US', '2026-11-28T00:00Z', '2026-11-27 10:00', '2026-11-27T15:00Z'],
	['a zone without a colon', 'US', '2026-11-28T00:00Z', '2026-11-27T10:00+0100', '2026-11-27T09:00Z'],
	['a zone in lower case', 'US', '2026-11-28T00:00Z', '2026-11-27t10:00:30.5z', '2026-11-27T10:00:30Z'],
	['a zone that does not exist', 'US', '2026-11-28T00:00Z', '2026-11-27T10:00+25:00', null],
	['a zone by its name', 'US', '2026-11-28T00:00Z', '2026-11-27 10:00 PST', null],
	['the time of a mail', 'US', '2026-11-28T00:00Z', 'Fri, 27 Nov 2026 10:00:00 +0900', null],
	['a date alone', 'US', '2026-11-28T00:00Z', '2026-11-27', null],
	['a date with slashes', 'US', '2026-11-28T00:00Z', '11/27/2026', null],
	['a date that begins with its day', 'US', '2027-02-03T00:00Z', '02/01/2027', null],
])('/why reads %s', async (_, region, now, when, at) => {
	await watch({ product: SKU });
	const [time, ahead] = [Date.now.bind(Date), Date.parse(now) - Date.now()];
	const clock = vi.spyOn(Date, 'now').mockImplementation(() => time() + ahead);
	const answer = await run('why', { product: `NIKE ${SKU}`, region, when }, PLACES.direct);
	clock.mockRestore();
	expect(embedOf(answer).description).toContain(at ? `<t:${Date.parse(at) / 1000}:f>` : 'is no moment');
});

test('/why answers managers for their server, too', async () => {
	const cleo = await testServer.signIn('cleo');
	await cleo.api.watchCreate({ brand: 'NIKE', sku: SKU });
	const own = await testServer.runCommand('why', { product: `NIKE ${SKU}` });
	expect(embedOf(own).description).toContain('For your watch:');
	const server = await testServer.press(own, 'This server');
	expect(embedOf(server).description).toContain('For this server:');
	expect(buttonsOf(server).map(({ label }) => label)).toEqual(['My watch']);
});

test('/account shows, exports and deletes what is stored, also for whoever never signed in', async () => {
	const open = async (locale?: string) => run('account', {}, PLACES.direct, locale);
	await watch({ product: SKU, sizes: 'M 9' });
	const shown = await open();
	expect(shown.message?.ephemeral).toBe(true);
	expect(embedOf(shown).description).toContain('You have no access to the dashboard. You can watch products.');
	expect(embedOf(shown).description).toMatch(/\nWatches and notices: \d\n/);
	expect(embedOf(await open('ja')).description).toContain('ウォッチと通知');
	const exported = await testServer.press(shown, 'Export');
	const [file] = exported.message!.attachments;
	const { data } = (await (await fetch(file!.url)).json()) as { data: Record<string, object[]> };
	expect(data['watches']).toMatchObject([{ sku: SKU }]);
	const back = await testServer.press(exported, 'Your account');
	const asked = await testServer.press(back, 'Delete my data');
	expect(embedOf(asked).description).toContain('It cannot be undone.');
	expect(await stored()).toHaveLength(1);
	const deleted = await testServer.press(asked, 'Delete everything');
	expect(embedOf(deleted).description).toMatch(/^Your data is deleted\./);
	expect(await stored()).toEqual([]);
	const client = embedOf(await testServer.runCommand('account', {}, { as: 'cleo', guildId: null }));
	expect(client.description).toContain('Access: client, without an end date');
	expect(client.description).toContain('Do it on the account page in a browser.');
	const users = testServer.db.knex('users').where({ discordId: SANDBOX_USERS.cleo.id });
	await users.clone().update({ expiresAt: Date.now() - 86_400_000 });
	const expired = embedOf(await testServer.runCommand('account', {}, { as: 'cleo', guildId: null }));
	expect(expired.description).toMatch(
		/^Access: client, expired on <t:\d+:f>: you can read everything and change nothing/,
	);
	await users.clone().update({ expiresAt: null });
});
