import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const place = { brand: 'JD', category: 'SHOES', region: 'US', status: 'NEW' };
const setRows = (rows: { action: string; label: string; value: string }[]) =>
	ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...place, ...row })) });

test('finds a watched SKU by any part of it', async () => {
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	expect((await ada.api.find({ q: '9246' })).skus).toEqual([{ sku: 'CK9246-101', list: 'MONITOR1' }]);
});

test('finds a label in any letter case; wildcards are literal', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	await setRows([{ action: 'INSERT', label: 'Lounge 100%', value: webhook?.url ?? '' }]);
	expect((await ada.api.find({ q: 'LOUNGE' })).labels).toEqual([
		{ ...place, label: 'Lounge 100%', webhookId: expect.any(String) },
	]);
	expect((await ada.api.find({ q: '100%' })).labels).toHaveLength(1);
	expect((await ada.api.find({ q: '%' })).labels).toHaveLength(1);
	expect((await ada.api.find({ q: '_' })).labels).toEqual([]);
});

test('finds people and servers by name or id, and webhooks by the last digits of theirs', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	await setRows([{ action: 'INSERT', label: 'by id', value: webhook?.url ?? '' }]);
	const cleo = await testServer.signIn('cleo');
	const { soleSearchers } = SANDBOX_GUILDS;
	await cleo.api.channelInsert({ guildId: soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Hold' });

	expect((await ada.api.find({ q: 'cLEO' })).people).toEqual([
		{ discordId: SANDBOX_USERS.cleo.id, username: 'Cleo', plan: null },
	]);
	expect((await ada.api.find({ q: SANDBOX_USERS.cleo.id })).people).toHaveLength(1);
	const server = { guildId: soleSearchers.id, name: soleSearchers.name };
	expect((await ada.api.find({ q: soleSearchers.name.slice(1, 6) })).servers).toEqual([server]);
	expect((await ada.api.find({ q: soleSearchers.id })).servers).toEqual([server]);
	const { webhooks } = await ada.api.find({ q: webhook?.id.slice(-6) ?? '' });
	expect(webhooks).toEqual([{ id: expect.any(String), target: `…/webhooks/${webhook?.id}/••••` }]);
	expect(await ada.api.find({ q: '123' })).toMatchObject({ webhooks: [], people: [], servers: [] });
});

test('finds products of the catalogue by their words, each once', async () => {
	const rows = [
		{ brand: 'NIKE', sku: 'AA0001-001', title: 'Pegasus Trail 5' },
		{ brand: 'JD', sku: 'AA0001-001', title: 'Nike Pegasus Trail' },
		{ brand: 'NIKE', sku: 'AA0002-001', title: 'Vomero' },
	];
	await ada.api.catalogueImport({ rows });
	expect((await ada.api.find({ q: 'trai' })).products).toEqual([
		{ brand: 'JD', sku: 'AA0001-001', title: 'Nike Pegasus Trail' },
	]);
});
