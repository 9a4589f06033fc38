import { AuditRow, WatchEntry } from '@dropwire/db';
import { contract, createClient } from '@dropwire/contract';
import { skuHash } from '@dropwire/engine';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { loadByHost } from './loads.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	// The tests report the checks themselves.
	await testServer.engine.stop();
});
beforeEach(async () => {
	const { knex } = testServer.db;
	for (const table of ['watch_entries', 'products', 'audit']) await knex(table).delete();
});
afterAll(() => testServer.close());

const add = async (type: string, ...sku: string[]) => (await ada.api.skusChange({ action: 'ADD', type, sku })).data;
const listed = async (type: string) => (await ada.api.skus({ type })).data;
const stored = async (sku: string) => WatchEntry.query(testServer.db.knex).findOne({ skuHash: skuHash(sku) });
const SHOE = 'https://shoes.example/products/Trail?variant=7';
const JD = 'https://www.jdsports.com/x/prod1?styleId=dd1391&colorId=100';

test('two spellings of a link are one entry, on every list and in every call', async () => {
	const spellings = [`${SHOE}&utm_source=mail#reviews`, `https://SHOES.example/products/Trail?gclid=1&variant=7`, SHOE];
	expect(await add('LINKS', ...spellings, 'https://other.example/a')).toEqual({
		type: 'LINKS',
		changed: [SHOE, 'https://other.example/a'],
		unchanged: [],
	});
	expect((await add('LINKS', spellings[1] as string)).unchanged).toEqual([SHOE]);
	expect((await listed('LINKS')).map(({ sku }) => sku)).toEqual(['https://other.example/a', SHOE]);
	const rows = spellings.slice(0, 2).map((sku) => ({ action: 'SET', type: 'LINKS', sku }));
	expect((await ada.api.bulkSkus({ rows })).counts).toMatchObject({ unchanged: 2 });
	const { rows: exported } = await ada.api.exportSkus();
	expect((await ada.api.bulkSkus({ mode: 'set', rows: exported })).counts).toMatchObject({ unchanged: 2 });
	const removed = await ada.api.skusChange({ action: 'REMOVE', type: 'LINKS', sku: [spellings[0] as string] });
	expect(removed.data.changed).toEqual([SHOE]);

	expect((await ada.api.hotSkuCreate({ type: 'monitor2', sku: `${JD}&utm_medium=x` })).data.sku).toBe(JD);
	await expect(ada.api.hotSkuCreate({ type: 'monitor2', sku: `${JD}#sizes` })).rejects.toMatchObject({ status: 409 });
	expect((await ada.api.hotSkuDelete({ type: 'monitor2', sku: `${JD}#sizes` })).data.sku).toBe(JD);

	// An entry in another spelling stays as it is, and can be removed.
	const old = `${SHOE}#old`;
	await testServer.db.knex('watch_entries').insert({ list: 'LINKS', sku: old, skuHash: skuHash(old), createdAt: 1 });
	const unset = { action: 'UNSET', type: 'LINKS', sku: old };
	expect((await ada.api.bulkSkus({ rows: [unset] })).data).toMatchObject([{ outcome: 'removed' }]);
});

test("an entry knows its product's SKU: the one that the link names, else a provisional one", async () => {
	await add('LINKS', SHOE, `https://www.shoes.example/${'long'.repeat(400)}`);
	await add('HP', '7z5a1ua#aba', 'https://www.hp.com/us-en/shop/pdp/omen-16');
	await ada.api.hotSkuCreate({ type: 'monitor2', sku: JD });
	await ada.api.hotSkuCreate({
		type: 'monitor7',
		sku: 'M990GL6',
		productLink: 'https://newbalance.com/a.html?utm_x=1',
	});
	const entries = await WatchEntry.query(testServer.db.knex).orderBy('id').select('sku', 'productSku', 'productLink');
	expect(entries.map(({ productSku }) => productSku)).toEqual([
		'shoes.example/Trail?variant=7',
		expect.stringMatching(/^shoes\.example\/(long){10}l~[0-9a-z]{8}$/),
		null,
		'hp.com/omen-16',
		'DD1391-100',
		null,
	]);
	expect(entries[2]?.sku).toBe('7Z5A1UA#ABA');
	expect(entries[5]?.productLink).toBe('https://newbalance.com/a.html');
});

test.each([
	['LINKS', 'https://www.asics.com/p/1', 'belongs on HOT_ASICS, the list for links at asics.com'],
	['LINKS', 'https://m.finishline.com/p', 'belongs on HOT_FNL, the list for links at finishline.com'],
	['LINKS', 'https://www.nike.com/t/a', 'is at the shop of Nike, whose SKUs belong on MONITOR1, MONITOR2, MONITOR4'],
	['LINKS', 'CK9246-101', 'must be the link of a product, and "CK9246-101" is not'],
	['LINKS', 'http://192.168.0.1/a', 'must be on the public internet, and 192.168.0.1 is not'],
	['LINKS', `https://shoes.example/${'x'.repeat(2048)}`, 'must have at most 2048 characters'],
	['HP', 'https://shoes.example/a', 'must be a link at hp.com, the shop of HP, and "https://shoes.example/a" is not'],
	['HP', 'X', 'must be a SKU of HP (6 or 7 letters and digits'],
	['HOT_JD', 'https://www.jdsports.com/p/1', 'must have styleId and colorId, and "https://www.jdsports.com/p/1"'],
])('%s rejects %s: it %s', async (type, sku, problem) => {
	const fields = { [type === 'HOT_JD' ? 'sku' : 'sku.0']: expect.stringContaining(problem) };
	const call = type === 'HOT_JD' ? ada.api.hotSkuCreate({ type: 'monitor2', sku }) : add(type, sku);
	await expect(call).rejects.toMatchObject({ status: 400, fields });
	expect(await WatchEntry.query(testServer.db.knex)).toEqual([]);
});

test('a row shows what the latest check of its link found, and a SKU says that its link is unknown', async () => {
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['write'] });
	const monitor = createClient(contract, { origin: testServer.server.origin, token: data.token });
	const notes = async () => [
		...(await listed('HP')).map(({ note }) => note),
		...(await ada.api.hotSkus({ type: 'monitor4' })).data.map(({ note }) => note),
	];
	await add('HP', '7Z5A1UA#ABA');
	await ada.api.hotSkuCreate({ type: 'monitor4', sku: 'DD1391-100' });
	expect(await notes()).toEqual(['its link is not known yet', 'its link is not known yet']);
	// A link on the list of the shop makes it known, and so does the page that a check met.
	await ada.api.hotSkuCreate({ type: 'monitor2', sku: JD });
	const sizes = [
		{ size: '9', available: true, count: 12 },
		{ size: '10', available: null },
	];
	const price = { current: 11_000, full: 12_000, currency: 'USD' };
	const snapshot = { title: 'Dunk', category: 'SHOES', available: true, price, sizes };
	const page = { title: 'Omen', category: 'LAPTOPS', available: null, url: 'https://www.hp.com/omen' };
	await monitor.eventsIngest({
		events: [
			{ source: 'JD', sku: 'DD1391-100', region: 'US', snapshot },
			{ source: 'HP', sku: '7Z5A1UA#ABA', region: 'US', snapshot: page },
		],
	});
	expect(await notes()).toEqual([null, null]);
	const row = { state: expect.any(String), title: 'Dunk', price, available: true, soldIn: ['US'], blocked: [] };
	const known = {
		...row,
		sizes: [
			{ size: '9', available: true, count: 12 },
			{ size: '10', available: null, count: null },
		],
	};
	for (const type of ['monitor2', 'monitor4'] as const) {
		expect((await ada.api.hotSkus({ type, with: 'product' })).data).toMatchObject([known]);
		const [short] = (await ada.api.hotSkus({ type })).data;
		expect(short).toMatchObject({ checkedAt: expect.any(Number) });
		expect(short).not.toHaveProperty('title');
	}
	expect(await listed('HP')).toMatchObject([{ title: 'Omen', available: null, sizes: [] }]);
	expect(await listed('MONITOR1')).toEqual([]);
	expect((await ada.api.hotSkus({ type: 'monitor2', q: 'dd1391-100' })).data).toHaveLength(1);
});

test('testing a link makes the next check detect its format again', async () => {
	const { origin } = testServer.sandbox;
	const link = `${origin}/retail/shop/t/dunk/CK9246-101`;
	expect((await add('LINKS', link, SHOE)).changed).toEqual([link, SHOE]);
	await testServer.db.knex('watch_entries').update({ adapter: 'shopify' });
	await ada.api.skuPin({ type: 'LINKS', sku: link, intervalMs: 5000 });
	const before = await stored(link);
	expect((await ada.api.shopTest({ url: `${link}?utm_source=x#a`, type: 'LINKS' })).data.adapter).toBe('schemaOrg');
	expect(Object.fromEntries((await listed('LINKS')).map(({ sku, adapter }) => [sku, adapter]))).toEqual({
		[link]: null,
		[SHOE]: 'shopify',
	});
	// The engine detects changes of the lists by their newest id.
	const after = await stored(link);
	const { createdAt, productSku } = before ?? {};
	expect(after).toMatchObject({ createdAt, productSku, intervalMs: 5000 });
	expect(after?.id).toBeGreaterThan((await stored(SHOE))?.id ?? 0);
	const audited = await AuditRow.query(testServer.db.knex).where({ action: 'shopTest' });
	expect(audited).toMatchObject([{ target: 'LINKS', before: expect.stringContaining('shopify') }]);
	// A test that cannot read the product keeps the format.
	const gone = `${origin}/retail/shop/t/gone/NO0000-000`;
	await add('LINKS', gone);
	await testServer.db.knex('watch_entries').where({ sku: gone }).update({ adapter: 'shopify' });
	expect((await ada.api.shopTest({ url: gone, type: 'LINKS' })).data.refusal).not.toBeNull();
	expect(await stored(gone)).toMatchObject({ adapter: 'shopify' });
	// Its regions can change without that.
	await ada.api.skusChange({ action: 'ADD', type: 'LINKS', sku: [SHOE], regions: ['US'] });
	expect(await stored(SHOE)).toMatchObject({ adapter: 'shopify', regions: 'US' });
});

test('links of any shop have a budget for each host: the load is that of the host with the most links', () => {
	const value = { key: '', link: '', regions: null };
	const links = ['https://a.example/1', 'https://a.example/2', 'https://b.example/1'];
	const change = (name: string, was: boolean) => ({
		group: 'LINKS',
		name,
		before: was ? value : null,
		after: was ? null : value,
	});
	const final = new Map([['LINKS', new Map(links.map((link) => [link, value]))]]);
	const changes = [change('https://a.example/2', false), change('https://b.example/2', true)];
	expect(loadByHost(['LINKS'], ['US'], { changes, final })).toEqual({ added: 1, before: [2], after: [2] });
	expect(loadByHost(['LINKS'], [], { changes, final })).toEqual({ added: 1, before: [], after: [] });
});
