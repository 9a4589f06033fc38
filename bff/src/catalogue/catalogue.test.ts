import type { ListedCatalogueEntry } from '@dropwire/contract';
import { ingest } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let bob: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	await testServer.engine.stop();
	[ada, bob] = [await testServer.signIn('ada'), await testServer.signIn('mia')];
});
afterAll(() => testServer.close());
beforeEach(async () => {
	const { knex } = testServer.db;
	for (const table of [
		'catalogue',
		'catalogue_words',
		'catalogue_regions',
		'products',
		'watch_entries',
		'history_series',
	] as const) {
		await knex(table).delete();
	}
});

const row = (sku: string, title: string, more: object = {}) => ({ brand: 'NIKE', sku, title, ...more });
const imported = (rows: readonly unknown[], dryRun = false) => ada.api.catalogueImport({ rows: [...rows], dryRun });
const skusOf = (data: readonly ListedCatalogueEntry[]) => data.map(({ sku }) => sku);
const find = async (input: Parameters<Browser['api']['catalogue']>[0]) => skusOf((await ada.api.catalogue(input)).data);

/** A report of an external monitor. */
const report = (sku: string, change: Parameters<typeof aSnapshot>[0] & { at?: number } = {}) => {
	const { at = Date.now(), region = 'US', ...snapshot } = change;
	return ingest(testServer.db, {
		source: 'NIKE',
		sku,
		region,
		monitor: 'outside',
		offer: null,
		answer: { kind: 'read', snapshot: aSnapshot({ sku, region, ...snapshot }) },
		observedAt: at,
	});
};

test('finds words and beginnings of words, in any order, without accents', async () => {
	await imported([
		row('CK9246-101', 'Café Dunk Low', { color: 'Straße/Blanc' }),
		row('CK9246-202', 'Air Max', { color: 'Dunkel' }),
		row('DD1391-100', 'エア フォース', { color: null }),
	]);
	expect(await find({ q: 'cafe dun' })).toEqual(['CK9246-101']);
	expect(await find({ q: 'STRASSE low' })).toEqual(['CK9246-101']);
	expect(await find({ q: 'ck9246101' })).toEqual(['CK9246-101']);
	expect(await find({ q: 'CK9246-101' })).toEqual(['CK9246-101']);
	expect(await find({ q: 'ck9246' })).toEqual(['CK9246-101', 'CK9246-202']);
	expect(await find({ q: 'フォ' })).toEqual(['DD1391-100']);
	expect(await find({ q: 'unk' })).toEqual([]);
	expect(await find({ q: '-!?' })).toEqual([]);
	await expect(find({ q: 'x'.repeat(201) })).rejects.toMatchObject({ status: 400, fields: { q: expect.any(String) } });
});

test('orders by whole SKU, words of the title, beginnings and colour', async () => {
	await imported([
		row('AA0001-001', 'Shoe', { color: 'Dunk' }),
		row('AA0002-001', 'Dunkel'),
		row('AA0004-001', 'Dunk'),
		row('AA0003-001', 'Dunk'),
		row('DUNK', 'Shoe'),
	]);
	expect(await find({ q: 'dunk' })).toEqual(['DUNK', 'AA0003-001', 'AA0004-001', 'AA0002-001', 'AA0001-001']);
});

test('filters by brand, category, region, availability and release date', async () => {
	await report('CK0001-001', { title: 'One', available: true });
	await report('CK0002-001', { title: 'Two', available: false, category: 'EQUIPMENT' });
	await report('CK0003-001', { title: 'Three', available: null, region: 'JP' });
	await imported([
		row('CK0004-001', 'Four', { releasedOn: '2026-03-01' }),
		{ ...row('EG0005', 'Five', { releasedOn: '2026-04-01' }), brand: 'adidas' },
	]);
	expect(await find({ brand: 'ADIDAS' })).toEqual(['EG0005']);
	expect(await find({ category: 'equipment' })).toEqual(['CK0002-001']);
	expect(await find({ region: 'JP' })).toEqual(['CK0003-001']);
	expect(await find({ available: 'true' })).toEqual(['CK0001-001']);
	expect(await find({ available: 'false' })).toEqual(['CK0002-001']);
	expect(await find({ available: 'false', region: 'JP' })).toEqual([]);
	expect(await find({ from: '2026-03-01', to: '2026-03-31' })).toEqual(['CK0004-001']);
	expect(await find({ from: '2026-03-01', sort: 'released' })).toEqual(['EG0005', 'CK0004-001']);
	expect(await find({ to: '2026-03-31', sort: 'released', q: 'four' })).toEqual(['CK0004-001']);
	await expect(find({ from: '2026-02-30' })).rejects.toMatchObject({ status: 400 });
});

test('what feeds list as available counts once its launch has passed, unless it was taken off sale', async () => {
	await report('CK0001-001', { available: true, launchAt: Date.now() - 1000 });
	await report('CK0002-001', { available: true, launchAt: Date.now() + 86_400_000 });
	await report('CK0003-001', { available: true, launchAt: Date.now() + 86_400_000, status: 'INACTIVE' });
	expect(await find({ available: 'true' })).toEqual(['CK0001-001']);
	expect(await find({ available: 'false' })).toEqual(['CK0003-001']);
	expect((await ada.api.catalogue({ q: 'CK0003-001' })).data).toMatchObject([
		{ regions: [{ available: false, launchAt: null }] },
	]);
});

test('sorts by change, release date and price, with what is unknown last', async () => {
	const at = Date.now();
	const price = (current: number) => ({ current, full: current, currency: 'USD' });
	await report('CK0001-001', { price: price(9000), at: at - 3000 });
	await report('CK0002-001', { price: null, at: at - 1000, launchAt: Date.UTC(2026, 0, 5, 15) });
	await report('CK0003-001', { price: price(8000), at: at - 2000, launchAt: Date.UTC(2026, 0, 6, 3) });
	expect(await find({})).toEqual(['CK0002-001', 'CK0003-001', 'CK0001-001']);
	expect(await find({ sort: 'price', region: 'US' })).toEqual(['CK0003-001', 'CK0001-001', 'CK0002-001']);
	expect(await find({ sort: 'price', region: 'US', q: 'ck' })).toEqual(['CK0003-001', 'CK0001-001', 'CK0002-001']);
	// Both on the fifth of January in New York.
	expect(await find({ sort: 'released' })).toEqual(['CK0002-001', 'CK0003-001', 'CK0001-001']);
	await expect(find({ sort: 'price' })).rejects.toMatchObject({ status: 400, fields: { region: expect.any(String) } });
});

test.each([{}, { q: 'common' }, { q: 'common', sort: 'changed' }, { q: 'rare' }, { sort: 'released' }] as const)(
	'pages of %o have every entry once',
	async (search) => {
		const skus = Array.from({ length: 1500 }, (_, n) => `PG${String(n).padStart(4, '0')}-001`);
		await imported(
			skus.map((sku, n) => row(sku, n % 15 === 0 ? 'common commons rare' : 'common commons', { color: 'common' })),
		);
		const found: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await ada.api.catalogue({ ...search, cursor });
			expect(page.data.length).toBeLessThanOrEqual(40);
			found.push(...skusOf(page.data));
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
		expect(found).toEqual('q' in search && search.q === 'rare' ? skus.filter((_, n) => n % 15 === 0) : skus);
	},
);

test('rejects a cursor that is none', async () => {
	const [none, list] = ['none', Buffer.from('["changed"]').toString('base64url')];
	for (const cursor of [none, list]) {
		await expect(find({ cursor })).rejects.toMatchObject({ status: 400, fields: { cursor: expect.any(String) } });
	}
	await expect(find({ q: 'rare', cursor: list })).rejects.toMatchObject({ status: 400 });
});

test('an entry has its regions, and its watch lists only for operators', async () => {
	await report('CK0001-001', { title: 'One', color: 'Red' });
	await report('CK0001-001', { title: 'ワン', region: 'JP' });
	await ada.api.skusChange({ action: 'ADD', sku: ['CK0001-001'], type: 'MONITOR4', regions: ['JP'] });
	const key = { brand: 'nike', sku: 'ck0001-001' };
	const { data } = await ada.api.catalogueEntry(key);
	expect(data).toMatchObject({ title: 'One', color: 'Red', origin: 'reported', category: 'SHOES' });
	expect(data.history).toEqual({ points: 2, since: expect.any(Number) });
	expect(data.watched).toEqual([{ list: 'MONITOR4', regions: ['JP'] }]);
	expect(data.regions.map(({ region, watched }) => [region, watched])).toEqual([
		['US', false],
		['JP', false],
	]);
	expect((await bob.api.catalogueEntry(key)).data.watched).toBe(true);
	const [listed] = (await bob.api.catalogue({ q: 'one' })).data;
	expect(listed).toMatchObject({ watched: true, regions: [{ region: 'US' }, { region: 'JP', available: true }] });
	await expect(bob.api.catalogueEntry({ brand: 'HP', sku: 'NONE' })).rejects.toMatchObject({ status: 404 });
});

test('a product that leaves its last list has no known state, and a query gives it none', async () => {
	const price = { current: 9000, full: 9000, currency: 'USD' };
	await report('CK0001-001', { price, available: true });
	await ada.api.skusChange({ action: 'ADD', sku: ['CK0001-001'], type: 'MONITOR4' });
	expect((await ada.api.catalogue({ available: 'true' })).data).toMatchObject([
		{ regions: [{ region: 'US', price, available: true }] },
	]);
	const remove = () => ada.api.skusChange({ action: 'REMOVE', sku: ['CK0001-001'], type: 'MONITOR4' });
	await remove();
	// Its monitor goes on.
	expect(await find({ available: 'true' })).toEqual(['CK0001-001']);
	await ada.api.skusChange({ action: 'ADD', sku: ['CK0001-001'], type: 'MONITOR4' });
	await testServer.db.knex('products').update({ reportedBy: null });
	await remove();
	await ada.api.productQuery({ sku: 'HF3976-001' });
	expect(await find({ available: 'true' })).toEqual([]);
	expect((await ada.api.catalogue({ region: 'US' })).data).toMatchObject([
		{ sku: 'CK0001-001', regions: [{ region: 'US', price: null, available: null }] },
	]);
});

test('an import keeps what a shop stated, and a shop replaces what an import stated', async () => {
	await imported([row('CK0001-001', 'Imported', { color: 'Red', subtitle: 'Sub' })]);
	await report('CK0001-001', { title: 'Stated', subtitle: null, color: null, image: 'https://example.com/a.png' });
	const [again] = (
		await imported([row('CK0001-001', 'Imported', { image: 'https://example.com/b.png', color: 'Blue' })])
	).data;
	expect(again).toEqual({ row: 0, outcome: 'updated' });
	expect((await ada.api.catalogueEntry({ brand: 'NIKE', sku: 'CK0001-001' })).data).toMatchObject({
		title: 'Stated',
		subtitle: 'Sub',
		color: 'Blue',
		image: 'https://example.com/a.png',
		origin: 'imported',
	});
});

test('an import names invalid rows, stores the others, and can be repeated', async () => {
	const rows = [
		row('CK0001-001', '=One', { releasedOn: '2026-01-02', image: '' }),
		row('CK0002-001', ''),
		row('', 'Three', { brand: 'NOBODY', releasedOn: '2026-13-01' }),
		null,
		row('ck0001-001', '=One', { color: 'Red' }),
		row('ck0001-001', '=One', { color: 'Blue' }),
	];
	const dry = await imported(rows, true);
	expect(dry).toMatchObject({ applied: false, counts: { created: 1, updated: 1, unchanged: 0, invalid: 4 } });
	expect(await find({})).toEqual([]);
	const { applied, data } = await imported(rows);
	expect(applied).toBe(true);
	expect(data).toEqual([
		{ row: 0, outcome: 'created' },
		{ row: 1, outcome: 'invalid', problems: { title: 'is required ("")' } },
		{
			row: 2,
			outcome: 'invalid',
			problems: {
				brand: expect.stringContaining('"NOBODY"'),
				sku: 'is required ("")',
				releasedOn: 'must be a date as YYYY-MM-DD ("2026-13-01")',
			},
		},
		{ row: 3, outcome: 'invalid', problems: { row: 'must be an object with the fields of a row (null)' } },
		{ row: 4, outcome: 'updated' },
		{ row: 5, outcome: 'invalid', problems: { sku: 'is already set by row 0' }, repeats: 0 },
	]);
	expect((await imported(rows)).counts).toEqual({ created: 0, updated: 0, unchanged: 2, invalid: 4 });
	const audited = await testServer.db.knex('audit').where({ action: 'catalogueImport' }).pluck('target');
	expect(audited).toContain('catalogue NIKE CK0001-001');
});

test('a row with half a character, a prototype or an absurd date is no problem of the other rows', async () => {
	const rows = [
		'{"brand":"NIKE","sku":"CK0001-001","title":"Half \\ud83d shoe"}',
		'{"brand":"NIKE","sku":"CK0002-001","title":"Two","__proto__":{"title":"Three"}}',
		'{"brand":"NIKE","sku":"CK0003-001","title":"Three","releasedOn":"0001-01-01"}',
		`{"brand":"NIKE","sku":"CK0004-001","title":"${'👟'.repeat(128)}"}`,
		'{"brand":"NIKE","sku":"CK0005-001","title":"Turns \\u202eround"}',
	];
	const submit = async () => {
		const response = await ada.fetch('/api/bulk/catalogue', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: `{"rows":[${rows.join()}]}`,
		});
		return (await response.json()) as Awaited<ReturnType<typeof imported>>;
	};
	expect((await submit()).data).toMatchObject([
		{ outcome: 'created' },
		{ outcome: 'created' },
		{ problems: { releasedOn: 'must be a date from 1900-01-01 to 2099-12-31 ("0001-01-01")' } },
		{ outcome: 'created' },
		{ outcome: 'created' },
	]);
	expect((await submit()).counts).toMatchObject({ unchanged: 4, invalid: 1 });
	const titleOf = async (sku: string) => (await ada.api.catalogueEntry({ brand: 'NIKE', sku })).data.title;
	expect(await titleOf('CK0002-001')).toBe('Two');
	expect(await titleOf('CK0005-001')).toBe('Turns round');
});

test('exports go in again unchanged', async () => {
	const rows = Array.from({ length: 1200 }, (_, n) =>
		row(`EX${n}`, n === 7 ? '=a,"b"\n' : `Title ${n}`, { color: '-x' }),
	);
	await imported(rows);
	const audited = testServer.db.knex('audit').where({ action: 'catalogueImport' }).orderBy('id', 'desc');
	expect(await audited.first('target', 'after')).toEqual({ target: 'catalogue', after: '{"others":1001}' });
	const sent = await ada.fetch('/api/export/catalogue?format=CSV');
	expect(sent.headers.get('content-type')).toContain('text/csv');
	const csv = await sent.text();
	expect(csv.split('\n')[0]).toBe(
		'brand,sku,title,subtitle,color,category,image,url,releasedOn,origin,firstSeenAt,lastSeenAt',
	);
	expect(csv).toContain(`NIKE,EX7,"'=a,""b""",,'-x,`);
	const lines = (await (await ada.fetch('/api/export/catalogue')).text()).trimEnd().split('\n');
	expect(lines).toHaveLength(1200);
	expect((await imported(lines.map((line) => JSON.parse(line) as unknown))).counts).toMatchObject({ unchanged: 1200 });
});

test('suggests the products that match best, and without a text those that changed last', async () => {
	const bot = await testServer.bot();
	const image = 'https://example.com/a.png';
	await imported([row('CK9246-101', 'Air Jordan Retro', { image }), row('CK9246-202', 'Jordanian')]);
	await report('CK9246-202', { title: 'Jordanian', image: null });
	expect((await ada.api.skuSuggest({ text: 'ck9246-1' })).data).toEqual([
		{ sku: 'CK9246-101', title: 'Air Jordan Retro', image },
	]);
	expect((await bot.skuSuggest({ text: 'retro jordan' })).data.map(({ sku }) => sku)).toEqual(['CK9246-101']);
	expect((await bot.skuSuggest({ text: 'jordan' })).data.map(({ sku }) => sku)).toEqual(['CK9246-101', 'CK9246-202']);
	expect((await bot.skuSuggest({})).data[0]?.sku).toBe('CK9246-202');
	expect((await bot.skuSuggest({ text: '%_' })).data).toEqual([]);
	await expect(ada.api.skuSuggest({ text: 'x'.repeat(65) })).rejects.toMatchObject({
		fields: { text: 'must have at most 64 characters' },
	});
});

test('a product query completes the catalogue', async () => {
	await ada.api.productQuery({ sku: 'CK9246-101' });
	expect((await ada.api.catalogue({ q: 'ck9246-101' })).data).toMatchObject([
		{ sku: 'CK9246-101', brand: 'NIKE', origin: 'queried', watched: [] },
	]);
});
