import { Product } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, createClient, undoOf } from '@dropwire/contract';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	// Sources are polled only where somebody gets their messages.
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	await ada.api.webhooksReplace({ body: [webhook?.url ?? ''] });
});
afterAll(() => testServer.close());

test('Adidas Hot #1 answers which SKUs changed and which did not', async () => {
	const add = (sku: string[]) => ada.api.adidasSkusChange({ action: 'ADD', sku, type: 'adidashot1' });
	expect(await add(['eg4959', 'FW4904'])).toEqual({
		data: { type: 'ADIDASHOT1', changed: ['EG4959', 'FW4904'], unchanged: [] },
	});
	expect(await add(['EG4959', 'EG4959', 'GW3773'])).toEqual({
		data: { type: 'ADIDASHOT1', changed: ['GW3773'], unchanged: ['EG4959'] },
	});
	expect((await ada.api.skus({ type: 'ADIDASHOT1' })).data.map(({ sku }) => sku)).toEqual([
		'GW3773',
		'FW4904',
		'EG4959',
	]);
	const removed = await ada.api.adidasSkusChange({ action: 'REMOVE', sku: ['GW3773', 'NONE'], type: 'ADIDASHOT1' });
	expect(removed.data).toMatchObject({ changed: ['GW3773'], unchanged: ['NONE'] });
});

// Products that the sandbox's shops do not sell.
const link = 'https://www.asics.com/us/en-us/gel-kayano/p/ANA_1201A019-108.html';
const shoe = 'https://www.newbalance.com/pd/574/U574LGFR.html';
test.each([
	['monitor1', { sku: link }, { sku: link, productLink: null }, null],
	['monitor4', { sku: 'ck9246-101' }, { sku: 'CK9246-101', productLink: null }, 'its link is not known yet'],
	['monitor7', { sku: 'u574lgfr', productLink: shoe }, { sku: 'U574LGFR', productLink: shoe }, null],
] as const)('hot %s takes what its form asks for: once, listed, removed', async (type, body, stored, note) => {
	expect(await ada.api.hotSkuCreate({ type, ...body })).toEqual({ data: { type, ...stored } });
	await expect(ada.api.hotSkuCreate({ type, ...body })).rejects.toMatchObject({ status: 409 });
	const unseen = { adapter: null, regions: null, problem: null, note, changedAt: null };
	// The engine may have asked the shop, which does not have it, in the meantime.
	const state = expect.stringMatching(/^(not_polled|never_checked|not_found)$/);
	const { data } = await ada.api.hotSkus({ type });
	expect(data).toHaveLength(1);
	expect(data).toMatchObject([{ ...stored, ...unseen, state, addedAt: expect.any(Number) }]);
	expect(await ada.api.hotSkuDelete({ type, ...body })).toEqual({ data: { type, ...stored } });
	await expect(ada.api.hotSkuDelete({ type, ...body })).rejects.toMatchObject({ status: 404 });
});

test("adding several SKUs to Adidas' hot list adds all or none", async () => {
	const type = 'monitor5';
	expect((await ada.api.hotSkuCreate({ type, sku: ['aa0001', 'aa0002'] })).data.sku).toEqual(['AA0001', 'AA0002']);
	await expect(ada.api.hotSkuCreate({ type, sku: ['aa0003', 'aa0002'] })).rejects.toMatchObject({
		status: 409,
		fields: { sku: 'is already on the list: AA0002' },
	});
	expect((await ada.api.hotSkus({ type })).data).toHaveLength(2);
});

test.each([
	['monitor6', { sku: 'X' }, 'type'],
	['monitor1', { sku: 'CK9246-101' }, 'sku'],
	['monitor4', { sku: ['A', 'B'] }, 'sku'],
	['monitor7', { sku: 'M990GL6' }, 'productLink'],
	['monitor7', { sku: 'M990GL6', productLink: 'javascript:alert(1)' }, 'productLink'],
	['monitor4', { sku: 'X'.repeat(65) }, 'sku'],
])('hot %s refuses %o and names %s', async (type, body, field) => {
	await expect(ada.api.hotSkuCreate({ type, ...body })).rejects.toMatchObject({
		status: 400,
		fields: { [field]: expect.any(String) },
	});
});

test('the list of a brand that no source polls shows when an outside monitor last checked its SKUs', async () => {
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['write'] });
	const monitor = createClient(contract, { origin: testServer.server.origin, token: data.token });
	await ada.api.hotSkuCreate({ type: 'monitor4', sku: 'CHECK1-001' });
	await ada.api.skusChange({ action: 'ADD', sku: ['CHECK1-001'], type: 'MONITOR4' });
	const submit = (available: boolean) => {
		const snapshot = { title: 'Samba', category: 'SHOES', available };
		return monitor.eventsIngest({ events: [{ source: 'JD', sku: 'CHECK1-001', region: 'US', snapshot }] });
	};
	const entry = async () => (await ada.api.hotSkus({ type: 'monitor4' })).data[0];
	await submit(true);
	const first = await entry();
	expect(first).toMatchObject({ sku: 'CHECK1-001', checkedAt: expect.any(Number), changedAt: null });

	// Nothing changed, and yet it was checked.
	await expect
		.poll(async () => {
			await submit(true);
			return (await entry())?.checkedAt;
		})
		.toBeGreaterThan(first?.checkedAt ?? 0);
	await submit(false);
	expect(await entry()).toMatchObject({ changedAt: expect.any(Number) });
	// Nike does not have it.
	expect((await ada.api.skus({ type: 'MONITOR4' })).data[0]).toMatchObject({ sku: 'CHECK1-001', soldIn: [] });
});

test('a SKU on the list of adidas is polled at adidas, and shows what it found', async () => {
	await testServer.subscribeEverywhere();
	await ada.api.adidasSkusChange({ action: 'ADD', sku: ['FW4904'], type: 'ADIDASHOT1' });
	await expect
		.poll(async () => (await ada.api.skus({ type: 'ADIDASHOT1' })).data[0])
		.toMatchObject({ sku: 'FW4904', title: 'Superstar Shoes', soldIn: ['US'], state: 'ok', blocked: [] });
});

test('SKUs are added and removed once; the list shows the last check of each', async () => {
	const change = (action: string, ...sku: string[]) => ada.api.skusChange({ action, sku, type: 'monitor1' });
	expect(await change('add', ' ck9246-101 ', 'BV7114-001', 'BV7114-001')).toEqual({
		data: { type: 'MONITOR1', changed: ['CK9246-101', 'BV7114-001'], unchanged: [] },
	});
	expect((await change('add', 'BV7114-001', 'NONE00-000')).data).toMatchObject({
		changed: ['NONE00-000'],
		unchanged: ['BV7114-001'],
	});
	const checked = async () => {
		const { data } = await ada.api.skus({ type: 'MONITOR1' });
		return data.find(({ sku }) => sku === 'CK9246-101');
	};
	await expect.poll(async () => (await checked())?.soldIn.length).toBe(16);
	expect(await checked()).toMatchObject({ title: expect.stringContaining('Jordan'), blocked: [] });
	await expect(ada.api.skusChange({ action: 'ADD', sku: [], type: 'MONITOR1' })).rejects.toMatchObject({
		status: 400,
		fields: { sku: expect.any(String) },
	});
	await expect(ada.api.skusChange({ action: 'ADD', sku: ['x'.repeat(65)], type: 'MONITOR1' })).rejects.toMatchObject({
		status: 400,
	});

	const many = Array.from({ length: 500 }, (_, n) => `MANY00-${String(n).padStart(3, '0')}`);
	expect((await change('add', ...many)).data.changed).toHaveLength(500);
	expect((await change('remove', ...many)).data.changed).toHaveLength(500);
	await expect(change('add', ...many, 'MANY01-000')).rejects.toMatchObject({
		status: 400,
		fields: { sku: 'must have at most 500 SKUs' },
	});

	expect((await change('remove', 'CK9246-101', 'BV7114-001', 'NONE00-000')).data.changed).toHaveLength(3);
	expect(await Product.query(testServer.db.knex).whereIn('sku', ['CK9246-101', 'BV7114-001'])).toEqual([]);
});

test('a removal rejects a SKU of more than 64 characters and a link of more than 2,048, on every list', async () => {
	const sku = 'A'.repeat(65);
	const link = `https://shop.example/${'a'.repeat(2048)}`;
	const bad = (fields: Record<string, unknown>) => ({ status: 400, code: 'invalid_input', fields });
	const tooLong = 'must have 1 to 64 characters';
	const remove = { action: 'REMOVE' as const };
	for (const type of ['MONITOR1', 'HP', 'LINKS'] as const) {
		await expect(ada.api.skusChange({ ...remove, type, sku: [sku] })).rejects.toMatchObject(bad({ 'sku.0': tooLong }));
	}
	await expect(ada.api.skusChange({ ...remove, type: 'LINKS', sku: [link] })).rejects.toMatchObject({ status: 400 });
	await expect(ada.api.adidasSkusChange({ ...remove, type: 'ADIDASHOT1', sku: ['GW3773', sku] })).rejects.toMatchObject(
		bad({ 'sku.1': tooLong }),
	);
	for (const type of ['monitor2', 'monitor4', 'monitor7'] as const) {
		const productLink = 'https://www.newbalance.com/pd/1.html';
		await expect(ada.api.hotSkuDelete({ type, sku, productLink })).rejects.toMatchObject(bad({ sku: tooLong }));
	}
	await expect(ada.api.hotSkuDelete({ type: 'monitor5', sku: [sku] })).rejects.toMatchObject({ status: 400 });
	const row = { type: 'MONITOR1', sku, productLink: '', regions: '' };
	for (const action of ['REMOVE', 'UNSET']) {
		const { data } = await ada.api.bulkSkus({ dryRun: true, rows: [{ ...row, action }] });
		expect(data).toMatchObject([{ outcome: 'refused', problems: { sku: tooLong } }]);
	}
});

test('a pinned entry is checked in its interval, and people see why', async () => {
	const sku = 'HQ7978-103';
	const type = 'MONITOR1';
	await ada.api.skusChange({ action: 'ADD', sku: [sku], type });
	const pin = (intervalMs: number | null, of = sku) => ada.api.skuPin({ type, sku: of, intervalMs });
	await expect(pin(100)).rejects.toMatchObject({
		status: 400,
		fields: { intervalMs: 'must be null or a whole number of milliseconds from 2000 to 3600000' },
	});
	await expect(pin(5000, 'NONE')).rejects.toMatchObject({ status: 404, fields: { sku: 'is not on the list: NONE' } });
	expect((await pin(5000, 'hq7978-103')).data).toEqual({ type, sku, intervalMs: 5000 });
	const listed = async () => (await ada.api.skus({ type })).data.find((entry) => entry.sku === sku)?.intervalMs;
	expect(await listed()).toBe(5000);
	// Its regions change, and the pin stays.
	await ada.api.skusChange({ action: 'ADD', sku: [sku], type, regions: ['US'] });
	expect(await listed()).toBe(5000);
	const intervalOf = async () => (await ada.api.catalogueEntry({ brand: 'NIKE', sku })).data.interval;
	const pinned = { region: 'US', ms: 5000, reason: 'pinned', changesPerDay: 0, usual: null };
	await expect.poll(intervalOf).toMatchObject(pinned);
	const place = async () => {
		const { data } = await ada.api.coverage({});
		return data.rows.find((row) => row.brand === 'NIKE' && row.region === 'US')?.interval;
	};
	// The place has products that are not pinned.
	const isSlower = (one: { ms: number; uniformMs: number; reason: string } | null | undefined) =>
		one ? one.ms > one.uniformMs && one.reason !== 'pinned' : false;
	await expect.poll(async () => isSlower(await place())).toBe(true);
	const { sources } = (await ada.api.overview({})).data;
	expect(isSlower(sources.find(({ source, region }) => source === 'NIKE' && region === 'US')?.interval)).toBe(true);
	await pin(null);
	await expect.poll(intervalOf).toMatchObject({ reason: 'uniform' });
	const other = await testServer.signIn('mia');
	expect((await other.api.catalogueEntry({ brand: 'NIKE', sku })).data).not.toHaveProperty('interval');
});

test('the undo of a removal adds the entry with its pinned interval', async () => {
	const [sku, type] = ['HQ7978-104', 'MONITOR1'] as const;
	await ada.api.skusChange({ action: 'ADD', sku: [sku], type, regions: ['US'] });
	await ada.api.skuPin({ type, sku, intervalMs: 5000 });
	await ada.api.skusChange({ action: 'REMOVE', sku: [sku], type });
	const [removal] = (await ada.api.audit({ object: sku })).data;
	expect(removal).toMatchObject({ before: { sku, regions: 'US', intervalMs: 5000 }, after: null });
	await undoOf(removal!)?.run(ada.api);
	const entry = (await ada.api.skus({ type })).data.find((one) => one.sku === sku);
	expect(entry).toMatchObject({ regions: ['US'], intervalMs: 5000 });
});
