import { lastPart, skuFromHandle } from '@dropwire/domain';
import { type Answer, bySku, type Source, type WatchedProduct } from '@dropwire/retailers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProblems } from '../../alerts/problems.ts';
import { ingest } from '../../publishing.ts';
import { GONE_TOGETHER } from '../../sources/outage.ts';
import { aSnapshot, type Fixture, openFixture, sandboxSources, until } from '../../testing.ts';
import { skuHash } from './entries.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

/**
 * The sandbox's adidas as shops that are read by links, whose last part is the SKU. Some hosts can be walled.
 * @param gone the SKUs whose links answer 404
 */
function shops(gone = new Set<string>()) {
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS') as [Source];
	const asked: WatchedProduct[] = [];
	const walled = new Set<string>();
	/** The SKU that every link shows under the title of its product; unset for its own. */
	const renamed: { to?: string } = {};
	const read = async (product: WatchedProduct, signal: AbortSignal): Promise<Answer> => {
		asked.push(product);
		const link = product.link ?? '';
		if (walled.has(new URL(link).host)) return { kind: 'blocked', reason: 'wall (403)', retryAfterMs: null };
		const sku = lastPart(link);
		if (gone.has(sku)) return { kind: 'gone' };
		const reading = await adidas.ask('US', [bySku(sku)], signal);
		const answer = 'answers' in reading ? reading.answers.get(sku) : undefined;
		if (answer?.kind !== 'read') return answer ?? { kind: 'gone' };
		if (renamed.to) {
			const shows = { sku: renamed.to, title: answer.snapshot.title, url: null };
			return { kind: 'blocked', reason: 'now shows: …', retryAfterMs: null, shows };
		}
		const isNew = product.adapter === null && product.sku === skuFromHandle(link);
		const own = isNew ? sku : product.sku;
		return { kind: 'read', snapshot: { ...answer.snapshot, sku: own }, adapter: 'schemaOrg' };
	};
	const source: Source = {
		...adidas,
		byLink: 'each host',
		ask: async (_, products, signal) => ({
			answers: new Map(await Promise.all(products.map(async (one) => [one.sku, await read(one, signal)] as const))),
		}),
	};
	return { asked, walled, renamed, sources: [source] };
}

const LINKS = ['https://one.example/EG4959', 'https://two.example/FW4904'];

async function watchLinks(...links: string[]): Promise<void> {
	const rows = links.map((sku) => ({ sku, skuHash: skuHash(sku), productSku: skuFromHandle(sku) }));
	await fixture.db.knex('watch_entries').insert(rows.map((row) => ({ list: 'ADIDASHOT1', createdAt: 1, ...row })));
}

const products = () => fixture.db.knex('products').orderBy('sku').select('sku', 'state', 'blockedReason');
const read = (sku: string) => ({ sku, state: 'read', blockedReason: null });

test('the first reading of a link sets its format and SKU', async () => {
	const { asked, renamed, sources } = shops();
	await watchLinks(...LINKS);
	await fixture.start({ sources });
	await until('both were read', async () => (await products()).length === 2);
	expect(await products()).toEqual([read('EG4959'), read('FW4904')]);
	const entries = fixture.db.knex('watch_entries').orderBy('id').select('sku', 'productSku', 'adapter');
	expect(await entries).toEqual([
		{ sku: LINKS[0], productSku: 'EG4959', adapter: 'schemaOrg' },
		{ sku: LINKS[1], productSku: 'FW4904', adapter: 'schemaOrg' },
	]);
	await until('they are asked by both', () =>
		asked.some(({ sku, link, adapter }) => sku === 'EG4959' && link === LINKS[0] && adapter === 'schemaOrg'),
	);
	await fixture.sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { currentPrice: 77 } });
	await until('the change is an event', async () => (await fixture.db.knex('events')).length === 1);
	expect(await fixture.db.knex('events').first('sku', 'kind')).toEqual({ sku: 'EG4959', kind: 'PRICE' });

	renamed.to = 'NEW-1';
	const reason = async () => (await products())[0]?.blockedReason;
	await until('the rename is known', async () =>
		Boolean((await reason())?.startsWith('now shows: SKU NEW-1 instead of EG4959, "')),
	);
	delete renamed.to;
	await until('it is read again', async () => (await reason()) === null);
	expect(await fixture.db.knex('events')).toHaveLength(1);
});

test('a blocked shop delays no other shop', async () => {
	const { asked, walled, sources } = shops();
	walled.add('one.example');
	await watchLinks(...LINKS);
	await fixture.start({ sources });
	await until('both were asked', async () => (await products()).length === 2);
	expect(await products()).toEqual([
		read('FW4904'),
		{ sku: skuFromHandle(LINKS[0] as string), state: 'unseen', blockedReason: 'wall (403)' },
	]);
	const count = (host: string) => asked.filter(({ link }) => link?.includes(host)).length;
	await until('the other goes on', () => count('two.example') > 10);

	walled.clear();
	await until('it is read again, under its own SKU', async () => (await products())[0]?.sku === 'EG4959', 30_000);
	expect(await products()).toEqual([read('EG4959'), read('FW4904')]);
});

test('a shop-wide outage publishes nothing', async () => {
	const gone = new Set<string>();
	const skus = Array.from({ length: 8 }, (_, n) => `EX000${n}`);
	for (const sku of skus) {
		await fixture.sandbox.control.addShopProduct({ shop: 'adidas', product: { sku, title: `Runner ${sku}` } });
	}
	await watchLinks(...skus.map((sku) => `https://one.example/${sku}`), LINKS[1] as string);
	const { stop } = await fixture.start({ sources: shops(gone).sources });
	const states = async () => (await products()).map(({ state, blockedReason }) => blockedReason ?? state);
	await until('all were read', async () => (await states()).filter((state) => state === 'read').length === 9);

	for (const sku of skus) gone.add(sku);
	await until('all are missing', async () => (await states()).filter((state) => state === GONE_TOGETHER).length === 8);
	const text = '8 of 8 products of one.example are gone: treated as an outage';
	const alerts = async () => (await readProblems(fixture.db.knex, Date.now())).filter((one) => one.text === text);
	await until('operators are alerted', async () => (await alerts()).length > 0);
	expect(await alerts()).toEqual([{ key: 'outage/ADIDAS/one.example', text }]);
	// A process that starts during the outage has not found any of the products.
	await stop();
	const { asked, sources } = shops(gone);
	await fixture.start({ sources });
	await until('each is checked again', () => asked.length > 3 * skus.length);

	await fixture.sandbox.control.setAdidasProduct({ sku: 'EX0001', change: { currentPrice: 77 } });
	for (const sku of skus.slice(1)) gone.delete(sku);
	const events = () => fixture.db.knex('events').orderBy('sku').select('sku', 'kind');
	await until('what changed is sent', async () => (await events()).length === 2);
	expect(await events()).toEqual([
		{ sku: 'EX0000', kind: 'STATUS' },
		{ sku: 'EX0001', kind: 'PRICE' },
	]);
	await until('the alert is over', async () => (await alerts()).length === 0);
	expect(await events()).toHaveLength(2);
});

test('products released at once share a message', async () => {
	const skus = Array.from({ length: 12 }, (_, n) => `EN${String(n).padStart(4, '0')}`);
	const gone = new Set(skus);
	for (const sku of skus) {
		await fixture.sandbox.control.addShopProduct({ shop: 'adidas', product: { sku, title: `Runner ${sku}` } });
	}
	const known = skus.map((productSku) => ({ productSku, link: `https://one.example/${productSku}` }));
	await watchLinks(...known.map(({ link }) => link));
	for (const { productSku, link: sku } of known) {
		await fixture.db.knex('watch_entries').where({ sku }).update({ productSku, adapter: 'schemaOrg' });
	}
	await fixture.start({ sources: shops(gone).sources });
	await until('none is found', async () => (await products()).filter(({ state }) => state === 'gone').length === 12);
	gone.clear();
	await until('all are found', async () => (await products()).filter(({ state }) => state === 'read').length === 12);
	expect(new Set(await fixture.db.knex('events').pluck('kind'))).toEqual(new Set(['NEW']));
	expect((await fixture.db.knex('messages')).length).toBe(1);
});

test('links of several shops with one SKU are separate products', async () => {
	const { asked, walled, sources } = shops();
	const links = ['one', 'two', 'three'].map((shop) => `https://${shop}.example/EG4959`);
	// Two are read at the same moment, the third one later.
	walled.add('three.example');
	await watchLinks(...links);
	await fixture.start({ sources });
	const readable = async () => (await products()).filter(({ state }) => state === 'read').map(({ sku }) => sku);
	await until('two are read, under one SKU each', async () => (await readable()).length === 2);
	walled.clear();
	await until('all are', async () => (await readable()).length === 3, 30_000);
	const skus = await readable();
	const provisional = links.map((link) => skuFromHandle(link));
	expect(skus.filter((sku) => sku === 'EG4959').length).toBeLessThanOrEqual(1);
	expect(skus.filter((sku) => provisional.includes(sku)).length).toBeGreaterThanOrEqual(2);
	const entries = await fixture.db.knex('watch_entries').select('sku', 'productSku', 'adapter');
	expect(new Set(entries.map(({ productSku }) => productSku))).toEqual(new Set(skus));
	expect(entries.every(({ adapter }) => adapter === 'schemaOrg')).toBe(true);

	await until('each is asked for by its link', () =>
		entries.every(({ sku: link, productSku }) =>
			asked.some((product) => product.link === link && product.sku === productSku && product.adapter !== null),
		),
	);
	await fixture.sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { currentPrice: 77 } });
	await until('each has its event', async () => (await fixture.db.knex('events')).length >= 3, 30_000);
	expect(new Set(await fixture.db.knex('events').pluck('sku'))).toEqual(new Set(skus));
});

test('links of a UCP catalogue are read together', async () => {
	const { control, origin } = fixture.sandbox;
	const shop = fixture.sandbox.shopOrigin('ucp');
	const [webhook] = await control.createWebhooks({ count: 1 });
	await fixture.subscribeAll([webhook!], { brand: 'SHOPS', category: 'ALL', region: 'US', status: 'CHANGE' });
	const added = ['RD-1', 'RD-2', 'RD-3', 'RD-4'];
	for (const sku of added) await control.addShopProduct({ shop: 'ucp', product: { sku, title: `Runner ${sku}` } });
	const listed = (await control.shopProducts('ucp')).filter(({ sku }) => added.includes(sku));
	await fixture.watch('LINKS', ...listed.map(({ path }) => shop + path));
	await fixture.start({ sources: sandboxSources(origin, 60_000, [shop]) });
	const requests = async (path: string) => (await control.shopRequests('ucp')).paths[`/ucp/catalog/${path}`] ?? 0;
	await until('all were read', async () => (await products()).filter(({ state }) => state === 'read').length === 4);
	let last = { product: 0, lookup: 0 };
	await until('they are looked up, and not read alone any more', async () => {
		const [product, lookup] = [await requests('product'), await requests('lookup')];
		if (product !== last.product) last = { product, lookup };
		return lookup > last.lookup + 3;
	});
	const path = listed.find(({ sku }) => sku === 'RD-2')?.path ?? '';
	await control.setShopProduct({ shop: 'ucp', sku: 'RD-2', change: { currentPrice: 77 } });
	await until('the change is an event', async () => (await fixture.db.knex('events')).length === 1);
	expect(await fixture.db.knex('events').first('sku', 'kind')).toEqual({
		sku: skuFromHandle(shop + path),
		kind: 'PRICE',
	});
	expect(await requests('product')).toBe(last.product);
});

test('an entry without a link is checked after a monitor reports its page', async () => {
	const { asked, sources } = shops();
	await watchLinks(LINKS[0] as string);
	await fixture.watch('ADIDASHOT1', 'GZ0000');
	await fixture.start({ sources });
	await until('the link was read', async () => (await products()).length === 1);
	expect(new Set(asked.map(({ link }) => link))).toEqual(new Set([LINKS[0]]));

	const [sku, url] = ['GZ0000', 'https://www.adidas.com/us/shoe/GZ0000.html'];
	const snapshot = aSnapshot({ brand: 'ADIDAS', sku, category: 'HOT1', url });
	const report = { source: 'ADIDAS', sku, region: 'US', offer: null, monitor: 'other', observedAt: null } as const;
	await ingest(fixture.db, { ...report, answer: { kind: 'read', snapshot } });
	await until('its page is asked', () => asked.some(({ link }) => link === url));
});
