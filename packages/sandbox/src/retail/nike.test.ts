import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';

let sandbox: Sandbox;
const folder = mkdtempSync(join(tmpdir(), 'dropwire-sandbox-'));
afterEach(() => sandbox.close());
afterAll(() => rmSync(folder, { recursive: true }));

const CHANNEL = 'channelId(d9a5bc42-4b9c-4976-858a-f159cf99c647)';
interface Answer {
	pages: { next: string; totalResources: number };
	objects: {
		productInfo: {
			merchProduct: { styleColor: string; status: string };
			merchPrice: { currency: string };
			availableGtins?: { level: string }[];
		}[];
	}[];
}
function feed(region: string, language: string, skus: string, extra = '', channel = CHANNEL) {
	const filters = [
		`marketplace(${region})`,
		`language(${language})`,
		channel,
		`productInfo.merchProduct.styleColor(${skus})`,
	];
	return fetch(
		`${sandbox.shopUrl('NIKE')}/product_feed/threads/v3?${filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&')}${extra}`,
	);
}
const read = async (response: Promise<Response>) => (await (await response).json()) as Answer;

test('every marketplace sells the recorded products in its own currency', async () => {
	sandbox = await startSandbox();
	const markets = [
		['US', 'en', 'USD'],
		['JP', 'ja', 'JPY'],
		['KR', 'ko', 'KRW'],
		['AU', 'en-GB', 'AUD'],
		['FR', 'fr', 'EUR'],
	] as const;
	for (const [region, language, currency] of markets) {
		const { objects } = await read(feed(region, language, 'CK9246-101'));
		expect(objects[0]?.productInfo[0]?.merchPrice.currency).toBe(currency);
	}
	expect((await read(feed('XX', 'en', 'CK9246-101'))).objects).toEqual([]);
	expect((await read(feed('US', 'ko', 'CK9246-101'))).objects).toEqual([]);
	expect(new Set((await sandbox.control.catalogue()).map(({ region }) => region)).size).toBe(16);
});

test('pages follow one another, a missing channel is rejected, an unchanged answer is 304', async () => {
	sandbox = await startSandbox();
	const first = await read(feed('US', 'en', 'CK9246-101,BV7114-001,HF3976-001', '&count=1'));
	expect(first).toMatchObject({ pages: { totalResources: 3, next: expect.stringContaining('anchor=1') } });
	const second = await fetch(`${sandbox.shopUrl('NIKE')}${first.pages.next}`);
	expect((await second.json()) as Answer).toMatchObject({ pages: { next: expect.stringContaining('anchor=2') } });
	expect((await feed('US', 'en', 'X', '', 'x(1)')).status).toBe(400);
	const again = await fetch(second.url, {
		headers: { 'if-none-match': second.headers.get('etag') as string, 'cache-control': 'max-age=0' },
	});
	expect(again.status).toBe(304);
});

test('a reset restores a changed product to its recording', async () => {
	sandbox = await startSandbox();
	const product = async () =>
		(await read(feed('US', 'en', 'BV7114-001'))).objects[0]?.productInfo.find(
			({ merchProduct }) => merchProduct.styleColor === 'BV7114-001',
		);
	expect((await product())?.merchProduct.status).toBe('HOLD');
	await sandbox.control.setProduct({ sku: 'BV7114-001', region: 'US', change: { status: 'ACTIVE' } });
	expect((await product())?.merchProduct.status).toBe('ACTIVE');
	await sandbox.control.setProduct({ sku: 'BV7114-001', region: 'US', change: { gone: true } });
	expect(await product()).toBeUndefined();
	await sandbox.control.reset();
	expect((await product())?.merchProduct.status).toBe('HOLD');
	await expect(sandbox.control.setProduct({ sku: 'NONE', region: 'US', change: {} })).rejects.toThrow(
		'Nike US has no NONE',
	);
});

test('many more products share one recording', async () => {
	sandbox = await startSandbox();
	const skus = await sandbox.control.addProducts({ count: 2000, regions: ['US', 'GB'] });
	expect(new Set(skus).size).toBe(2000);
	const { objects } = await read(feed('GB', 'en-GB', skus.slice(0, 25).join(',')));
	expect(objects.map(({ productInfo }) => productInfo[0]?.merchProduct.styleColor)).toEqual(skus.slice(0, 25));
});

test('messages, webhooks and products survive a restart', async () => {
	const dataFile = join(folder, 'sandbox.json');
	sandbox = await startSandbox({ dataFile });
	const [webhook] = await sandbox.control.createWebhooks({ count: 1 });
	await fetch(webhook!.url, { method: 'POST', body: '{"content":"kept"}' });
	await sandbox.control.setProduct({ sku: 'BV7114-001', region: 'US', change: { status: 'ACTIVE' } });
	await sandbox.control.setShopProduct({ shop: 'jd', sku: 'DD1391-100', change: { counts: { '8': 0 } } });
	await sandbox.control.addShopProduct({ shop: 'boutique', product: { sku: 'BQ-9', title: 'Kept' } });
	await sandbox.close();
	sandbox = await startSandbox({ dataFile });
	expect(await sandbox.control.messages({ webhookId: webhook!.id })).toMatchObject([{ body: { content: 'kept' } }]);
	expect(
		(await sandbox.control.catalogue()).find(({ sku, region }) => sku === 'BV7114-001' && region === 'US'),
	).toMatchObject({ status: 'ACTIVE' });
	expect((await sandbox.control.shopProducts('jd'))[0]).toMatchObject({
		sizes: [{ size: '8', count: 0 }, {}, {}, {}, {}],
	});
	expect((await sandbox.control.shopProducts('boutique')).map(({ sku }) => sku)).toContain('BQ-9');
});
