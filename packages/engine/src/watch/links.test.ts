import { lastPart, skuFromHandle } from '@dropwire/domain';
import { type Answer, bySku, type Source, type WatchedProduct } from '@dropwire/retailers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture, sandboxSources, until } from '../testing.ts';
import { skuHash } from './entriesOf.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

/** The sandbox's adidas as shops that are read by links, whose last part is the SKU. Some hosts can be walled. */
function shops() {
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS') as [Source];
	const asked: WatchedProduct[] = [];
	const walled = new Set<string>();
	const read = async (product: WatchedProduct, signal: AbortSignal): Promise<Answer> => {
		asked.push(product);
		const link = product.link ?? '';
		if (walled.has(new URL(link).host)) return { kind: 'blocked', reason: 'wall (403)', retryAfterMs: null };
		const sku = lastPart(link);
		const reading = await adidas.ask('US', [bySku(sku)], signal);
		const answer = 'answers' in reading ? reading.answers.get(sku) : undefined;
		if (answer?.kind !== 'read') return answer ?? { kind: 'gone' };
		const own = product.sku === skuFromHandle(link) ? sku : product.sku;
		return { kind: 'read', snapshot: { ...answer.snapshot, sku: own }, adapter: 'schemaOrg' };
	};
	const source: Source = {
		...adidas,
		byLink: 'each host',
		ask: async (_, products, signal) => ({
			answers: new Map(await Promise.all(products.map(async (one) => [one.sku, await read(one, signal)] as const))),
		}),
	};
	return { asked, walled, sources: [source] };
}

const LINKS = ['https://one.example/EG4959', 'https://two.example/FW4904'];

async function watchLinks(...links: string[]): Promise<void> {
	const rows = links.map((sku) => ({ sku, skuHash: skuHash(sku), productSku: skuFromHandle(sku) }));
	await fixture.db.knex('watch_entries').insert(rows.map((row) => ({ list: 'ADIDASHOT1', createdAt: 1, ...row })));
}

const products = () => fixture.db.knex('products').orderBy('sku').select('sku', 'state', 'blockedReason');
const read = (sku: string) => ({ sku, state: 'read', blockedReason: null });

test('a link gets its format and the SKU of the shop at the first reading, and keeps both', async () => {
	const { asked, sources } = shops();
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
});

test('a walled shop is blocked, and delays no other', async () => {
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
	expect(count('one.example')).toBeLessThan(count('two.example'));

	walled.clear();
	await until('it is read again, under its own SKU', async () => (await products())[0]?.sku === 'EG4959', 30_000);
	expect(await products()).toEqual([read('EG4959'), read('FW4904')]);
});

test('an entry whose link nobody knows is not asked for', async () => {
	const { asked, sources } = shops();
	await watchLinks(LINKS[0] as string);
	await fixture.watch('ADIDASHOT1', 'GZ0000');
	await fixture.start({ sources });
	await until('the link was read', async () => (await products()).length === 1);
	expect(asked.every(({ link }) => link === LINKS[0])).toBe(true);
});
