import { SANDBOX_SKUS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, buttonsOf, embedOf, openBotTestServer, PLACES } from '../testing.ts';

const DAY = 86_400_000;
const SKU = 'PICTURED-1';
let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
	const { sandbox, db } = testServer;
	await sandbox.control.setMember(PLACES.server.guildId, { user: 'pia', permissions: '0' });
	await sandbox.control.removeBot(PLACES.server.guildId);
	await db.knex('users').insert({ discordId: SANDBOX_USERS.pia.id, admin: false, createdAt: 1, createdBy: null });
	await db.knex('user_roles').insert({ discordId: SANDBOX_USERS.pia.id, role: 'premium' });
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'history', scopes: ['read', 'write'] });
	for (const [days, current, ...inStock] of [
		[60.5, 10_000],
		[60, 10_000, '9'],
		[59, 10_000],
		[12, 7000, '8', '9'],
		[3, 8000, '8'],
	] as const) {
		const snapshot = {
			title: 'Gel',
			category: 'SHOES',
			available: inStock.length > 0,
			price: { current, full: 10_000, currency: 'USD' },
			sizes: ['8', '9'].map((size) => ({ size, available: inStock.some((one) => one === size) })),
		};
		const observedAt = new Date(Date.now() - days * DAY).toISOString();
		const response = await fetch(`${testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events: [{ source: 'ASICS', sku: SKU, region: 'US', observedAt, snapshot }] }),
		});
		if (response.status !== 202) throw new Error(await response.text());
	}
});
afterAll(() => testServer.close());

test.each(['direct', 'group', 'server'] as const)(
	'premium people run /product, /resale and /stores (%s)',
	async (place) => {
		const pia = { as: 'pia', ...PLACES[place] } as const;
		const card = await testServer.runCommand('product', { sku: SKU }, pia);
		expect(card.message?.ephemeral).toBe(true);
		expect(embedOf(card).title).toBe('Gel');
		expect(embedOf(await testServer.runCommand('resale', { sku: SKU, brand: 'ASICS' }, pia)).title).toBe(
			`Resale ${SKU}`,
		);
		const stores = embedOf(await testServer.runCommand('stores', { sku: 'CK9246-101', near: 'New York' }, pia));
		expect(stores.title).toBe('Stores near New York: CK9246-101');
		const { as, ...where } = pia;
		const asked = { as, ...(where.guildId === null ? {} : where), name: 'product', focused: 'sku' };
		const suggested = async () => testServer.sandbox.control.suggestions({ ...asked, options: { sku: 'gel' } });
		await expect.poll(async () => (await suggested()).choices).toEqual([{ name: `${SKU} · Gel`, value: SKU }]);
	},
);

test('commands that manage a server are not available elsewhere', async () => {
	for (const place of [PLACES.direct, PLACES.group, PLACES.server]) {
		await expect(testServer.runCommand('links', {}, { as: 'ada', ...place })).rejects.toThrow('not available here');
	}
});

test('people without the right get a sentence that says what is missing, in their language', async () => {
	const text = async (as: 'mia' | 'cleo', locale = 'en-US') =>
		embedOf(await testServer.runCommand('resale', { sku: SKU, brand: 'ASICS' }, { as, guildId: null, locale }))
			.description;
	expect(await text('mia')).toBe('Your account is not on the access list. Ask an operator to add you.');
	expect(await text('cleo')).toBe('This is for premium clients. Ask an operator for the role premium.');
	expect(await text('cleo', 'de')).toContain('Premium');
});

test('/product shows members what the last checks found, without the history', async () => {
	const { message, ...answer } = await testServer.runCommand('product', { sku: 'gel' }, { as: 'mia', guildId: null });
	const embed = embedOf({ ...answer, message });
	expect(embed).toMatchObject({ title: 'Gel', description: expect.stringContaining('$80.00') });
	expect(embed.description).not.toContain('Lowest price');
	expect(message!.attachments).toEqual([]);
	const unknown = await testServer.runCommand('product', { sku: 'NONE-404' }, { as: 'mia', guildId: null });
	expect(embedOf(unknown).description).toContain('NONE-404');
});

test('/product shows the product of the named brand', async () => {
	const title = async (sku: string) =>
		embedOf(await testServer.runCommand('product', { sku }, { as: 'pia', guildId: null })).title;
	expect(await title(`asics ${SKU}`)).toBe('Gel');
	expect(await title(`JD ${SKU}`)).not.toBe('Gel');
	const snapshot = { title: 'Gel at JD', category: 'SHOES', available: true };
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'jd', scopes: ['write'] });
	const response = await fetch(`${testServer.server.origin}/api/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ events: [{ source: 'JD', sku: SKU, region: 'US', snapshot }] }),
	});
	expect(response.status).toBe(202);
	expect([await title(SKU), await title(`JD ${SKU}`)]).toEqual(['Gel', 'Gel at JD']);
});

test.each(['mia', 'pia'] as const)(
	'/product finds what words, a brand and any spelling of a SKU mean, for %s',
	async (as) => {
		const ada = await testServer.signIn('ada');
		const row = { brand: 'NIKE', sku: 'CK9246-101', title: 'Air Jordan 3' };
		await ada.api.catalogueImport({
			rows: [row, { ...row, sku: 'TW1234-100', title: 'Twin' }, { ...row, sku: 'TW1234-200', title: 'Twin' }],
		});
		const show = async (options: { sku: string; region?: string }) =>
			embedOf(await testServer.runCommand('product', options, { as, guildId: null }));
		for (const sku of ['nike air jordan 3', 'Nike CK9246101', 'ck9246 101']) {
			expect((await show({ sku })).title).toMatch(/Jordan/);
		}
		expect((await show({ sku: 'nike twin' })).description).toContain('Several products match "nike twin".');
		expect((await show({ sku: 'JD CK9246-101', region: 'JP' })).description).toMatch(/does not exist/);
	},
);

test('/product shows the plot of the history, and what it says in words', async () => {
	const run = (locale: string) => testServer.runCommand('product', { sku: SKU }, { as: 'pia', guildId: null, locale });
	const { message, ...answer } = await run('en-US');
	const embed = embedOf({ ...answer, message });
	const [picture, ...others] = message!.attachments;
	expect(others).toEqual([]);
	expect(embed.image).toEqual({ url: picture!.url });
	const response = await fetch(picture!.url);
	expect(response.headers.get('content-type')).toBe('image/png');
	const bytes = new Uint8Array(await response.arrayBuffer());
	expect(bytes).toHaveLength(picture!.size);
	expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG');
	expect(embed.description).toMatch(
		/\*\*United States\*\*\nLowest price of its whole history: \$70\.00, from <t:\d+:D> on\./,
	);
	expect(embed.description).toContain('Today’s price is low');
	expect(embed.description).toContain('The shop states a reduction of 20%; against the lowest price');
	expect(embed.description).toMatch(/1 restock in the last year, [\d.]+ in 30 days\./);
	expect(embed.description).toMatch(/\n-# Picture: /);
	expect(embedOf(await run('ja')).description).toMatch(/全履歴の最安値：\$70\.00/);
});

test('/product shows the card also where the history cannot be read', async () => {
	testServer.setConnection('down', '/api/history');
	const answer = await testServer.runCommand('product', { sku: SKU }, { as: 'pia', guildId: null });
	testServer.setConnection('open');
	expect(embedOf(answer)).toMatchObject({ title: 'Gel' });
	expect(answer.message?.attachments).toEqual([]);
});

test('/connect opens the page that connects linked roles, and says what became of the connection', async () => {
	const run = () => testServer.runCommand('connect', {}, { as: 'mia', guildId: null });
	const button = async () => buttonsOf(await run())[0];
	expect(await button()).toMatchObject({
		style: 5,
		label: 'Connect',
		url: `${testServer.settings.PUBLIC_URL}/auth/roles?next=/account`,
	});
	const { knex } = testServer.db;
	const row = { discordId: SANDBOX_USERS.mia.id, connectedAt: Date.now(), sealed: 'sealed' };
	await knex('linked_roles').insert(row);
	expect(await button()).toMatchObject({ label: 'Open your account' });
	await knex('linked_roles').update({ sealed: null, endedAt: Date.now(), reason: 'Discord answered 400' });
	expect(embedOf(await run()).description).toContain('Discord has ended the connection (Discord answered 400)');
});

test('a refused premium command offers what the store sells, and nothing where it sells no premium', async () => {
	const run = async (as: 'mia' | 'cleo', name: 'resale' | 'stores' | 'watches') =>
		buttonsOf(await testServer.runCommand(name, OPTIONS[name], { as, guildId: null }));
	expect(await run('mia', 'resale')).toEqual([]);
	const { settings } = testServer;
	const plan = { id: 'pro', name: 'Pro', price: '$30', features: [], rights: ['client' as const, 'premium' as const] };
	settings.PLANS.push({ ...plan, discordSku: SANDBOX_SKUS[0].id });
	expect(await run('mia', 'resale')).toMatchObject([{ type: 2, style: 6, sku_id: SANDBOX_SKUS[0].id }]);
	expect(await run('cleo', 'stores')).toMatchObject([{ style: 6 }]);
	expect(await run('mia', 'watches')).toEqual([]);
	settings.PLANS.pop();
});
const OPTIONS = { resale: { sku: SKU, brand: 'ASICS' }, stores: { sku: SKU, near: 'New York' }, watches: {} } as const;
