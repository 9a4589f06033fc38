import { setImmediate } from 'node:timers/promises';
import { CHECK_KINDS, PRODUCT_FAMILIES, PRODUCT_STATUSES, routeOf } from '@dropwire/domain';
import { queueEvent } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { event, openMonitor, product } from './testing.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

test('snapshots of an external monitor: the first is a baseline, each later change is one event', async () => {
	const [hook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const data = { label: 'laptops', value: hook!.url };
	await ada.api.hpWebhooksChange({ action: 'INSERT', category: 'LAPTOPS', data });
	const submit = await openMonitor(testServer, ada);
	expect(await submit(event(product))).toEqual({
		status: 202,
		body: { data: [{ sku: '6B8U4AA', region: 'US', kind: null }] },
	});
	const cheaper = { ...product, price: { ...product.price, current: 69_900 } };
	const kinds = (answer: { body: { data: { kind: string | null }[] } }) => answer.body.data.map(({ kind }) => kind);
	expect(kinds(await submit(event(cheaper), event(cheaper), event(product, 'OTHER')))).toEqual(['PRICE', null, null]);
	expect(kinds(await submit(event(null)))).toEqual(['STATUS']);
	expect(kinds(await submit(event(cheaper)))).toEqual(['NEW']);
	await testServer.sandbox.control.waitForMessages({ webhookId: hook!.id, count: 3 });
	const { data: events } = await ada.api.events({ sku: '6b8u4aa' });
	expect(events.map(({ kind }) => kind)).toEqual(['NEW', 'STATUS', 'PRICE']);
	expect(events[2]).toMatchObject({
		source: 'HP',
		before: { price: { current: 79_900 } },
		after: { price: { current: 69_900 } },
	});
});

test('a size listed twice is one size without a change of stock', async () => {
	const submit = await openMonitor(testServer, ada);
	const sizes = [true, false].map((available) => ({ size: '9', available }));
	await submit(event({ ...product, sizes }, 'TWICE'));
	const renamed = { ...product, sizes, title: 'OmniBook 5 G2' };
	expect((await submit(event(renamed, 'TWICE'))).body.data).toMatchObject([{ kind: null }]);
});

test('a report counts although the one before it dates from before the clock was set back', async () => {
	const submit = await openMonitor(testServer, ada);
	await submit(event(product, 'AHEAD'));
	await testServer.db.knex('products').where({ sku: 'AHEAD' }).increment('checkedAt', 86_400_000);
	expect((await submit(event({ ...product, available: false }, 'AHEAD'))).body.data).toMatchObject([{ kind: 'STOCK' }]);
	expect((await submit(event(product, 'AHEAD'))).body.data).toMatchObject([{ kind: 'RESTOCK' }]);
});

test('ten concurrent submissions of the same change cause one event', async () => {
	const submit = await openMonitor(testServer, ada);
	await submit(event(product, 'RACE'));
	const gone = { ...product, available: false };
	const answers = await Promise.all(Array.from({ length: 10 }, () => submit(event(gone, 'RACE'))));
	expect(answers.flatMap(({ body }) => body.data).filter(({ kind }) => kind !== null)).toHaveLength(1);
	expect((await ada.api.events({ sku: 'RACE' })).data).toHaveLength(1);
});

test('a browser session cannot submit events; errors name the path of the field', async () => {
	await expect(ada.api.eventsIngest({ events: [event(product)] })).rejects.toMatchObject({ status: 403 });
	const submit = await openMonitor(testServer, ada);
	const bad = await submit({ ...event(product), snapshot: { ...product, sizes: [{ size: '9', available: 'yes' }] } });
	expect(bad).toMatchObject({
		status: 400,
		body: { error: { fields: { 'events.0.snapshot.sizes.0.available': expect.any(String) } } },
	});
	const inSeconds = await submit({ ...event(product), snapshot: { ...product, launchAt: 1_777_557_600 } });
	const fields = { 'events.0.snapshot.launchAt': 'must be in milliseconds since 1970, not in seconds' };
	expect(inSeconds).toMatchObject({ status: 400, body: { error: { fields } } });
	expect((await submit({ ...event(product), source: 'STOCK' })).status).toBe(400);
	expect((await submit()).status).toBe(400);
});

test("a shop's placeholder for a price is unknown, and no news", async () => {
	const submit = await openMonitor(testServer, ada);
	const priced = (current: number, full = current) =>
		event({ ...product, price: { ...product.price, current, full } }, 'PLACEHOLDER');
	const { body } = await submit(priced(79_900), priced(0), priced(99_999_900), priced(79_900), priced(69_900, 100));
	expect(body).toMatchObject({ data: [null, null, null, null, 'PRICE'].map((kind) => ({ kind })) });
	const { data } = await ada.api.events({ sku: 'PLACEHOLDER' });
	expect(data[0]).toMatchObject({ after: { price: { current: 69_900, full: 69_900 } } });
});

const row = { source: 'NIKE', sku: 'PAGE', region: 'US', kind: 'PRICE', at: 1, deliveries: 0 };

test('events are read page by page, with and without filters', async () => {
	const { knex } = testServer.db;
	await knex('events').insert(Array.from({ length: 60 }, () => row));
	await knex('events').insert([
		{ ...row, kind: 'NEW' },
		{ ...row, region: 'JP' },
		{ ...row, source: 'HP' },
		{ ...row, deliveries: 3 },
	]);
	const first = await ada.api.events({ sku: 'PAGE', kind: 'price' });
	expect(first.data).toHaveLength(50);
	const second = await ada.api.events({ sku: 'PAGE', kind: 'price', cursor: first.nextCursor! });
	expect(second).toMatchObject({ data: { length: 13 }, nextCursor: null });

	const all = (await knex('events').orderBy('id', 'desc')) as (typeof row & { id: number; deliveries: number })[];
	const filters = [{}, { brand: 'NIKE' }, { region: 'JP' }, { brand: 'nike', region: 'us' }, { kind: 'NEW' }] as const;
	for (const filter of filters.flatMap((one) => [one, { ...one, kind: 'PRICE' }, { ...one, reached: 'nobody' }])) {
		const { brand, region, kind, reached } = filter as Partial<Record<'brand' | 'region' | 'kind' | 'reached', string>>;
		const wanted = all.filter(
			(event) =>
				(!brand || event.source === brand.toUpperCase()) &&
				(!region || event.region === region.toUpperCase()) &&
				(!kind || event.kind === kind) &&
				(!reached || event.deliveries === 0),
		);
		const { data } = await ada.api.events(filter);
		expect([filter, data.map(({ id }) => Number(id))]).toEqual([filter, wanted.slice(0, 50).map(({ id }) => id)]);
	}
});

test('every event is listed with its topic, or as one that reached nobody', async () => {
	const published: [string, string | null][] = [];
	for (const { brand, category } of PRODUCT_FAMILIES) {
		for (const kind of CHECK_KINDS) {
			for (const status of brand === 'NIKE' ? PRODUCT_STATUSES : [null]) {
				const sku = ['ALL', brand, category, kind, status ?? 'NONE'].join('/');
				const after = aSnapshot({ brand, sku, category, status });
				const route = routeOf({ brand, category, region: 'US', kind, productStatus: status, priceFell: false });
				await queueEvent(testServer.db, { source: brand, sku, region: 'US', kind, before: null, after, at: 1 });
				published.push([sku, route && `${route.toolsName} · US`]);
			}
			// The connection, which the server closes after some seconds, is seen to close before the next request.
			await setImmediate();
		}
	}
	const listed: [string, string | null][] = [];
	for (let cursor: string | null | undefined; cursor !== null;) {
		const page = await ada.api.events({ reached: 'nobody', ...(cursor && { cursor }) });
		listed.push(...page.data.map(({ sku, topic }): [string, string | null] => [sku, topic]));
		cursor = page.nextCursor;
	}
	const toHp = published.filter(([, topic]) => topic === 'HP Laptops · US');
	expect(toHp).toHaveLength(CHECK_KINDS.length);
	expect(listed.filter(([sku]) => sku.startsWith('ALL/')).toReversed()).toEqual(
		published.filter((one) => !toHp.includes(one)),
	);
	const { data } = await ada.api.events({ sku: toHp[0]![0] });
	expect(data).toMatchObject([{ topic: 'HP Laptops · US', deliveries: 1, offer: 'NEW' }]);
});

test("clients see the number of their servers' webhooks only", async () => {
	const cleo = await testServer.signIn('cleo');
	const guildId = SANDBOX_GUILDS.soleSearchers.id;
	const [own, foreign] = await testServer.sandbox.control.createWebhooks({ count: 2 });
	const topic = { region: 'US', toolsName: 'Nike Shoes Hold' };
	await cleo.api.channelInsert({ guildId, ...topic });
	await cleo.api.webhookInsert({ guildId, ...topic, webHook: own!.url });
	const group = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' };
	await ada.api.bulkWebhooks({
		dryRun: false,
		rows: [{ action: 'INSERT', ...group, label: 'hold', value: foreign!.url }],
	});
	const event = { source: 'NIKE', region: 'US', kind: 'STATUS', before: null, at: Date.now() } as const;
	await queueEvent(testServer.db, { ...event, sku: 'COUNTS', after: aSnapshot({ sku: 'COUNTS', status: 'HOLD' }) });
	const seenBy = async ({ api }: Browser) => (await api.events({ sku: 'COUNTS' })).data[0];
	expect(await seenBy(ada)).toMatchObject({ topic: 'Nike Shoes Hold · US', deliveries: 2 });
	expect(await seenBy(cleo)).toMatchObject({ topic: 'Nike Shoes Hold · US', deliveries: 1 });
	await expect(cleo.api.events({ reached: 'nobody' })).rejects.toMatchObject({ status: 403 });
});
