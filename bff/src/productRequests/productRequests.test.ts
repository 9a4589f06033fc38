import { BotNotice, ProductRequest } from '@dropwire/db';
import { LIMITS, LINK_LIST } from '@dropwire/domain';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../testing.ts';
import { openTestServer, type TestServer } from '../testing.ts';
import { settleAdded } from './settle.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
let eve: Browser;
beforeEach(async () => {
	testServer = await openTestServer();
	[ada, cleo, eve] = await Promise.all([testServer.signIn('ada'), testServer.signIn('cleo'), testServer.signIn('eve')]);
	await ada.api.userAdd({ discordId: SANDBOX_USERS.eve.id, client: 'true' });
});
afterEach(() => testServer.close());

const SKU = 'CK9246-101';
const LINK = 'https://shop.example/products/runner';
const notices = async () =>
	(await BotNotice.query(testServer.db.knex).where({ kind: 'product' }).orderBy('id')).map(({ discordId, data }) => ({
		discordId,
		...(JSON.parse(data) as object),
	}));

test('people ask for a product once, whatever its spelling, and operators see how many asked', async () => {
	const { data: first } = await cleo.api.productRequestCreate({ product: ' ck9246-101 ' });
	expect(first).toMatchObject({ sku: SKU, status: 'open', reason: null, decidedAt: null });
	expect((await cleo.api.productRequestCreate({ product: SKU })).data).toEqual(first);
	await eve.api.productRequestCreate({ product: `https://www.nike.com/t/air-jordan-3/${SKU}?utm_source=x` });
	await eve.api.productRequestCreate({ product: `${LINK}?utm_source=mail#top` });
	const { data, count } = await ada.api.productRequests({});
	expect(count).toBe(2);
	expect(data).toMatchObject([
		{ sku: SKU, people: 2, lists: expect.arrayContaining(['MONITOR1', 'MONITOR2']) },
		{ sku: LINK, people: 1, lists: [LINK_LIST] },
	]);
	expect((await eve.api.ownProductRequests()).data.map(({ sku }) => sku)).toEqual([LINK, SKU]);
});

test('two people who ask at the same moment are two people of one request', async () => {
	await Promise.all([cleo, eve].map((person) => person.api.productRequestCreate({ product: SKU })));
	expect((await ada.api.productRequests({})).data).toMatchObject([{ sku: SKU, people: 2 }]);
});

test('a request names a SKU of a brand or a link to a product', async () => {
	for (const product of ['hello', '?', 'ftp://shop.example/x', 'https://www.nike.com/'])
		await expect(cleo.api.productRequestCreate({ product })).rejects.toMatchObject({
			status: 400,
			fields: { product: expect.stringContaining(product) },
		});
	// In a stored link, each of the letters has nine characters.
	await expect(cleo.api.productRequestCreate({ product: `${LINK}/${'가'.repeat(300)}` })).rejects.toMatchObject({
		status: 400,
		fields: { product: expect.stringContaining('must have at most 2048 characters') },
	});
});

test('adding puts the product on a list and notifies everybody who asked', async () => {
	const { data } = await cleo.api.productRequestCreate({ product: SKU });
	await eve.api.productRequestCreate({ product: SKU });
	const id = String(data.id);
	await expect(ada.api.productRequestAdd({ id, lists: ['MONITOR1', 'HOT_ASICS'] })).rejects.toMatchObject({
		status: 400,
		fields: { lists: expect.stringContaining('HOT_ASICS') },
	});
	expect((await ada.api.productRequestAdd({ id, lists: ['MONITOR2', 'MONITOR4'] })).data).toEqual({
		id,
		sku: SKU,
		lists: ['MONITOR2', 'MONITOR4'],
		people: 2,
	});
	for (const type of ['MONITOR2', 'MONITOR4'] as const)
		expect((await ada.api.skus({ type })).data).toMatchObject([{ sku: SKU }]);
	expect((await cleo.api.ownProductRequests()).data).toMatchObject([{ sku: SKU, status: 'added' }]);
	expect(await notices()).toMatchObject([
		{ sku: SKU, added: true, reason: null },
		{ sku: SKU, added: true, reason: null },
	]);
	await expect(ada.api.productRequestAdd({ id, lists: ['MONITOR2'] })).rejects.toMatchObject({ status: 404 });
	expect((await eve.api.productRequestCreate({ product: SKU })).data).toMatchObject({ id: null, status: 'added' });
	expect((await ada.api.productRequests({})).count).toBe(0);
});

test('a product that is put on a list by other means settles its request', async () => {
	await cleo.api.productRequestCreate({ product: SKU });
	await settleAdded(testServer.db);
	expect((await cleo.api.ownProductRequests()).data).toMatchObject([{ status: 'open' }]);
	await ada.api.bulkSkus({ rows: [{ action: 'ADD', type: 'MONITOR1', sku: SKU }] });
	await settleAdded(testServer.db);
	await settleAdded(testServer.db);
	expect((await cleo.api.ownProductRequests()).data).toMatchObject([{ status: 'added' }]);
	expect(await notices()).toMatchObject([{ sku: SKU, added: true }]);
});

test('a declined request has a reason, and people can ask again', async () => {
	const { data } = await cleo.api.productRequestCreate({ product: LINK });
	await eve.api.productRequestCreate({ product: LINK });
	await ada.api.productRequestDecline({ id: String(data.id), reason: 'The shop forbids it.' });
	expect((await cleo.api.ownProductRequests()).data).toMatchObject([
		{ sku: LINK, status: 'declined', reason: 'The shop forbids it.', decidedAt: expect.any(Number) },
	]);
	expect(await notices()).toHaveLength(2);
	await eve.api.productRequestCreate({ product: LINK });
	expect((await ada.api.productRequests({})).data).toMatchObject([{ sku: LINK, people: 1 }]);
	await ada.api.productRequestDecline({ id: String(data.id) });
	expect(await notices()).toHaveLength(3);
});

test('withdrawing leaves the requests of other people', async () => {
	const { data } = await cleo.api.productRequestCreate({ product: SKU });
	await eve.api.productRequestCreate({ product: SKU });
	const id = String(data.id);
	await cleo.api.productRequestWithdraw({ id });
	await expect(cleo.api.productRequestWithdraw({ id })).rejects.toMatchObject({ status: 404 });
	expect((await ada.api.productRequests({})).data).toMatchObject([{ sku: SKU, people: 1 }]);
	await eve.api.productRequestWithdraw({ id });
	expect(await ProductRequest.query(testServer.db.knex)).toEqual([]);
});

test('open requests of one person are limited, and pages of requests continue', async () => {
	const rows = Array.from({ length: 120 }, (_, n) => ({
		sku: `AA${1000 + n}-100`,
		skuHash: String(n).padStart(64, '0'),
		status: 'open',
		people: n === 60 ? 2 : 1,
		createdAt: n,
	}));
	await testServer.db.knex.batchInsert('product_requests', rows, 100);
	const first = await ada.api.productRequests({});
	const second = await ada.api.productRequests({ cursor: first.nextCursor ?? '' });
	expect(first.data[0]).toMatchObject({ sku: 'AA1060-100', people: 2 });
	expect(new Set([...first.data, ...second.data].map(({ sku }) => sku)).size).toBe(120);
	expect(second.nextCursor).toBeNull();
	const ids = await testServer.db.knex('product_requests').select('id').limit(LIMITS.productRequestsPerPerson);
	await testServer.db.knex.batchInsert(
		'product_request_people',
		ids.map(({ id }) => ({ requestId: id, discordId: SANDBOX_USERS.cleo.id, createdAt: 1 })),
		100,
	);
	await expect(cleo.api.productRequestCreate({ product: SKU })).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining(String(LIMITS.productRequestsPerPerson)),
	});
	expect((await ada.api.productRequests({})).count).toBe(120);
});
