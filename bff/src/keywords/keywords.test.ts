import { AuditRow } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

/** Searches run in the background. */
const WAIT = { timeout: 20_000 };
let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const samba = { source: 'adidas', include: ['superstar', 'samba'], exclude: ['kids'], maxPrice: 150 };

test('a trial shows current matches and stores nothing', async () => {
	const { data } = await ada.api.keywordTry(samba);
	expect(data).toEqual({
		matches: 2,
		products: ['EG4959', 'FW4904'].map((sku) =>
			expect.objectContaining({ sku, title: 'Superstar Shoes', price: '$100.00' }),
		),
		problem: null,
	});
	expect((await ada.api.keywordTry({ ...samba, maxPrice: 99 })).data.matches).toBe(0);
	expect((await ada.api.keywordWatches()).data).toEqual([]);
});

test('a watch lists products found after its first search, ready to be listed', async () => {
	const { data: watch } = await ada.api.keywordWatchCreate(samba);
	expect(watch).toMatchObject({ source: 'ADIDAS', region: 'US', include: samba.include, found: 0, checkedAt: null });
	const current = async () => (await ada.api.keywordWatches()).data.find(({ id }) => id === watch.id);
	await expect.poll(async () => (await current())?.checkedAt ?? null, WAIT).not.toBeNull();
	await testServer.sandbox.control.addShopProduct({ shop: 'adidas', product: { sku: 'JD0001', title: 'Samba OG' } });
	await expect.poll(async () => (await current())?.found, WAIT).toBe(1);
	const found = async () => (await ada.api.foundProducts({ watchId: watch.id })).data[0];
	expect(await found()).toMatchObject({
		sku: 'JD0001',
		title: 'Samba OG',
		price: '$100.00',
		list: 'ADIDASHOT1',
		entry: 'JD0001',
		listed: false,
	});
	const id = (await found())?.id ?? '';
	for (const _ of ['added', 'unchanged']) {
		expect((await ada.api.foundWatch({ id })).data).toMatchObject({ id, listed: true });
		expect(await found()).toMatchObject({ listed: true });
	}
	expect((await ada.api.skus({ type: 'ADIDASHOT1' })).data).toMatchObject([{ sku: 'JD0001' }]);
	expect((await ada.api.events({ sku: 'JD0001' })).data).toMatchObject([{ kind: 'NEW' }]);

	await expect(ada.api.keywordWatchCreate(samba)).rejects.toMatchObject({ status: 409 });
	await ada.api.keywordWatchDelete({ id: watch.id });
	expect(await found()).toBeUndefined();
	await expect(ada.api.foundWatch({ id })).rejects.toMatchObject({ status: 404 });
	await expect(ada.api.keywordWatchDelete({ id: watch.id })).rejects.toMatchObject({ status: 404 });
	const audited = await AuditRow.query(testServer.db.knex).where({ target: 'keywords ADIDAS US' }).orderBy('id');
	expect(audited.map(({ after, before }) => after ?? before)).toEqual([
		'{"keywords":"superstar, samba · without kids · up to 150"}',
		'{"keywords":"superstar, samba · without kids · up to 150"}',
	]);
});

test('an edited watch keeps what it found, and its next search is a baseline', async () => {
	const { data: watch } = await ada.api.keywordWatchCreate({ source: 'adidas', include: ['gazelle'] });
	const other = (await ada.api.keywordWatchCreate({ source: 'adidas', include: ['spezial'] })).data;
	const current = async (id: string) => (await ada.api.keywordWatches()).data.find((one) => one.id === id);
	await expect.poll(async () => (await current(watch.id))?.checkedAt ?? null, WAIT).not.toBeNull();
	await testServer.sandbox.control.addShopProduct({ shop: 'adidas', product: { sku: 'JD0003', title: 'Gazelle X' } });
	await expect.poll(async () => (await current(watch.id))?.found, WAIT).toBe(1);

	const input = { source: 'adidas', include: ['gazelle', 'campus'], maxPrice: 200 };
	await expect(ada.api.keywordWatchEdit({ ...input, id: watch.id, include: ['spezial'] })).rejects.toMatchObject({
		status: 409,
	});
	const { data: edited } = await ada.api.keywordWatchEdit({ ...input, id: watch.id });
	expect(edited).toMatchObject({ include: input.include, maxPrice: 200, found: 1, checkedAt: null });
	expect(await current(watch.id)).toBeUndefined();
	expect((await ada.api.foundProducts({ watchId: edited.id })).data).toMatchObject([{ sku: 'JD0003' }]);
	expect((await ada.api.keywordWatchEdit({ ...input, id: edited.id })).data.id).toBe(edited.id);
	await expect(ada.api.keywordWatchEdit({ ...input, id: watch.id })).rejects.toMatchObject({ status: 404 });
	for (const { id } of [edited, other]) await ada.api.keywordWatchDelete({ id });
});

test('an import adds the watches that are missing, or none', async () => {
	const row = (...include: string[]) => ({ source: 'adidas', include });
	await ada.api.keywordWatchCreate(row('ozweego'));
	const rows = [row('ozweego'), row('forum'), row('forum'), { ...row('x'), source: 'NOBODY' }];
	const outcomes = async (input: Parameters<typeof ada.api.keywordsImport>[0]) =>
		(await ada.api.keywordsImport(input)).data.map(({ outcome }) => outcome);
	expect(await outcomes({ rows, dryRun: true })).toEqual(['unchanged', 'added', 'unchanged', 'refused']);
	await expect(ada.api.keywordsImport({ rows })).rejects.toMatchObject({
		status: 400,
		fields: { 'rows.3.source': expect.stringContaining('"NOBODY" is not') },
	});
	const { data, max } = await ada.api.keywordWatches();
	expect(data).toHaveLength(1);
	const fill = Array.from({ length: max }, (_, n) => row(`word ${n}`));
	const planned = await ada.api.keywordsImport({ rows: fill, dryRun: true });
	expect(planned.data.at(-1)).toEqual({
		outcome: 'refused',
		problems: { include: 'is one too many: there can be 100 keyword watches' },
	});
	expect(await outcomes({ rows: rows.slice(0, 2) })).toEqual(['unchanged', 'added']);
	const all = (await ada.api.keywordWatches()).data;
	expect(all.map(({ include }) => include)).toEqual([['ozweego'], ['forum']]);
	for (const { id } of all) await ada.api.keywordWatchDelete({ id });
});

test.each(['shopify', 'ucp'] as const)('a shop of any kind (%s) is searched by its address', async (id) => {
	const shop = testServer.sandbox.shopOrigin(id);
	const wanted = { source: 'SHOPS', shop: `${shop}/collections/new`, include: ['runner'] };
	const sku = id === 'ucp' ? 'RD-NEW' : 'KX-NEW';
	const { data } = await ada.api.keywordTry(wanted);
	expect(data.problem).toBeNull();
	expect(data.products).toContainEqual(
		expect.objectContaining({ title: expect.stringContaining('Runner'), price: expect.stringMatching(/^\$\d+/) }),
	);
	const { data: watch } = await ada.api.keywordWatchCreate(wanted);
	expect(watch).toMatchObject({ source: 'SHOPS', shop, region: 'US' });
	const current = async () => (await ada.api.keywordWatches()).data.find((one) => one.id === watch.id);
	await expect.poll(async () => (await current())?.checkedAt ?? null, WAIT).not.toBeNull();
	await testServer.sandbox.control.addShopProduct({ shop: id, product: { sku, title: 'Night Runner' } });
	await expect.poll(async () => (await current())?.found, WAIT).toBe(1);
	const found = async () => (await ada.api.foundProducts({ watchId: watch.id })).data[0];
	const link = expect.stringContaining(`${shop}/products/`);
	expect(await found()).toMatchObject({ title: 'Night Runner', link, list: 'LINKS', entry: link, listed: false });
	await ada.api.foundWatch({ id: (await found())?.id ?? '' });
	expect(await found()).toMatchObject({ listed: true });
	// The catalogue's sizes have no SKU, so the product keeps the name of its link.
	const event = { source: 'SHOPS', kind: 'NEW', sku: id === 'ucp' ? (await found())?.sku : sku };
	expect((await ada.api.events({})).data).toContainEqual(expect.objectContaining(event));
});

test('a failed search reports the reason', async () => {
	const shop = testServer.sandbox.shopOrigin('boutique');
	expect((await ada.api.keywordTry({ source: 'SHOPS', shop, include: ['runner'] })).data).toEqual({
		matches: 0,
		products: [],
		problem: expect.stringContaining("has neither a UCP catalogue nor Shopify's product list"),
	});
});

test.each([
	[{ source: 'ASICS' }, 'source', /^must be one of ADIDAS, NIKE.*, and "ASICS" is not$/],
	[{ region: 'JP' }, 'region', 'must be one of US for ADIDAS'],
	[{ include: [] }, 'include', 'must name a word to look for'],
	[{ include: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'include', 'must have at most 5 phrases'],
	[{ source: 'SHOPS' }, 'shop', 'must be the address of the shop, such as https://shop.example'],
	[{ source: 'SHOPS', shop: 'https://10.0.0.1' }, 'shop', 'must be on the public internet, and 10.0.0.1 is not'],
	[{ source: 'SHOPS', shop: `https://${'가나다라마.'.repeat(40)}com` }, 'shop', /^must have at most 255 characters/],
	[{ source: 'SHOPS', shop: 'http://shop.example' }, 'shop', 'must begin with https://'],
	[{ source: 'SHOPS', shop: 'https://www.asics.com' }, 'shop', 'is the shop of ASICS, which SHOPS does not read'],
	[{ shop: 'https://shop.example' }, 'shop', 'must be omitted: ADIDAS is one shop'],
	[{ minPrice: 151 }, 'maxPrice', 'must be at least minPrice, which is 151'],
	[{ minPrice: 1.5 }, 'minPrice', 'must be a whole number in the main unit of the currency'],
])('a watch with %j is refused', async (change, field, problem) => {
	await expect(ada.api.keywordWatchCreate({ ...samba, ...change })).rejects.toMatchObject({
		status: 400,
		fields: { [field]: typeof problem === 'string' ? problem : expect.stringMatching(problem) },
	});
});
