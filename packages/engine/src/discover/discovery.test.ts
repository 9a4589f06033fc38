import { KEYWORD_LIMITS, type Keywords } from '@dropwire/domain';
import { KeywordWatch } from '@dropwire/db';
import type { Answer, Source } from '@dropwire/retailers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture, sandboxSources, until } from '../testing.ts';
import { matchesKeywords } from './matches.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

const NOTHING: Keywords = { include: [], exclude: [], minPrice: null, maxPrice: null };

/** A keyword watch of the sandbox's adidas, after its first search. */
async function watchFor(include: string[], more: Partial<Keywords> = {}): Promise<KeywordWatch> {
	const watch = { source: 'ADIDAS', region: 'US', ...NOTHING, include, ...more, createdAt: Date.now() } as const;
	const { id } = await KeywordWatch.query(fixture.db.knex).insert({
		...watch,
		include: [...watch.include],
		exclude: [...watch.exclude],
	});
	const current = () => KeywordWatch.query(fixture.db.knex).findById(id).throwIfNotFound();
	await until('the first search is over', async () => (await current()).checkedAt !== null);
	return current();
}
const list = (sku: string, title: string, currentPrice = 100) =>
	fixture.sandbox.control.addShopProduct({ shop: 'adidas', product: { sku, title, currentPrice } });
/** Resolves when every watch was searched twice from now on: the first of these can have begun before. */
async function searchedAgain(): Promise<void> {
	for (const time of ['first', 'second']) {
		const after = Date.now();
		await until(`every watch was searched a ${time} time`, async () =>
			(await KeywordWatch.query(fixture.db.knex)).every(({ checkedAt }) => (checkedAt ?? 0) > after),
		);
	}
}
const events = () => fixture.db.knex('events').orderBy('sku').select('sku', 'kind');

test('of a month of new products, those whose titles match are NEW, each once', async () => {
	await fixture.start();
	await watchFor(['samba', 'gazelle indoor'], { exclude: ['kids'], minPrice: 50, maxPrice: 150 });
	const month = [
		['JA0001', 'Samba OG Shoes', 100],
		['JA0002', 'Samba OG Shoes Kids', 60],
		['JA0003', 'Campus 00s Shoes', 100],
		['JA0004', 'Gazelle Indoor Shoes', 120],
		['JA0005', 'Gazelle Bold Shoes', 120],
		['JA0006', 'SAMBA XLG', 150],
		['JA0007', 'Samba Collector', 151],
		['JA0008', 'Sambarose Shoes', 90],
	] as const;
	for (const week of [month.slice(0, 3), month.slice(3)]) {
		for (const [sku, title, price] of week) await list(sku, title, price);
		await searchedAgain();
	}
	expect(await events()).toEqual(['JA0001', 'JA0004', 'JA0006'].map((sku) => ({ sku, kind: 'NEW' })));
	expect(await fixture.db.knex('found_products').where({ isNew: 1 }).orderBy('sku').pluck('sku')).toEqual([
		'JA0001',
		'JA0004',
		'JA0006',
	]);
});

test('the first search is a baseline, and a product that two watches find is sent once', async () => {
	await list('JB0001', 'Samba OG');
	await fixture.start();
	await watchFor(['samba']);
	await watchFor(['samba og', 'spezial']);
	await list('JB0002', 'Samba OG Cream');
	await until(
		'both found it',
		async () => (await fixture.db.knex('found_products').where({ sku: 'JB0002', isNew: 1 })).length === 2,
	);
	expect(await events()).toEqual([{ sku: 'JB0002', kind: 'NEW' }]);
});

test('many products that are new at once are one message, and the watch says when', async () => {
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1 });
	await fixture.subscribeAll([webhook!], { brand: 'ADIDAS', category: 'HOT1', region: 'US', status: 'HOT1' });
	await fixture.start();
	const { id } = await watchFor(['samba']);
	await fixture.stopEngines();
	const skus = Array.from({ length: KEYWORD_LIMITS.newPerRound + 1 }, (_, n) => `JC${String(n).padStart(4, '0')}`);
	for (const sku of skus) await list(sku, `Samba ${sku}`);
	await fixture.start();
	await fixture.sandbox.control.waitForMessages({ webhookId: webhook!.id, count: 1 });
	await searchedAgain();
	const { notice, problem } = await KeywordWatch.query(fixture.db.knex).findById(id).throwIfNotFound();
	expect(notice).toMatch(/^21 new products in one search at .* UTC\. They were sent as one message$/);
	expect(problem).toBeNull();
	expect(await events()).toEqual(skus.map((sku) => ({ sku, kind: 'NEW' })));
	expect(await fixture.db.knex('found_products').where({ isNew: 1 })).toHaveLength(skus.length);
	const [body, ...others] = (await fixture.db.knex('messages').pluck('body')) as [string, ...string[]];
	expect(others).toEqual([]);
	expect(JSON.parse(body)).toMatchObject({ embeds: [{ title: '21 new products at Adidas' }] });
});

test('a first search that fails is no baseline: old products are no news when the shop answers', async () => {
	await list('JD0001', 'Samba OG');
	await fixture.sandbox.control.failAdidas({ times: 'forever', fault: { accessDenied: true } });
	await fixture.start();
	const { problem } = await watchFor(['samba']);
	expect(problem).toContain('403');
	await fixture.sandbox.control.healAdidas();
	await until('it is known', async () => (await fixture.db.knex('found_products')).length > 0);
	await list('JD0002', 'Samba OG Cream');
	await until('a new one is published', async () => (await events()).length > 0);
	expect(await events()).toEqual([{ sku: 'JD0002', kind: 'NEW' }]);
});

test('a search that fails midway is no baseline, and later publishes what it found', async () => {
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS');
	const blocked = { kind: 'blocked', reason: 'wall (403): adidas answered 403', retryAfterMs: null } as const;
	let lacksPages = true;
	const search: Source['search'] = async (...asked) => {
		const found = (await adidas?.search?.(...asked)) ?? [];
		return lacksPages && Array.isArray(found) ? { ...blocked, found: found.slice(0, 1) } : found;
	};
	for (const sku of ['JF0001', 'JF0002']) await list(sku, 'Samba OG');
	await fixture.start({ sources: [{ ...(adidas as Source), search }] });
	const { id, baselineAt } = await watchFor(['samba']);
	expect(baselineAt).toBeNull();
	lacksPages = false;
	await until('it is searched completely', async () => {
		return (await KeywordWatch.query(fixture.db.knex).findById(id).throwIfNotFound()).baselineAt !== null;
	});
	lacksPages = true;
	await list('JF0000', 'Samba OG New');
	await until('a new one is published', async () => (await events()).length > 0);
	expect(await events()).toEqual([{ sku: 'JF0000', kind: 'NEW' }]);
});

/** Starts the engine with a shop that cannot search for `spezial`, until it can. @returns what counts the failures */
async function startBroken(how: { fails: boolean; isOwn: boolean; throwsOnce?: boolean }) {
	const blocked = { kind: 'blocked', reason: 'HTTP status: adidas answered 404', retryAfterMs: null } as const;
	const count = { failures: 0 };
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS') as [Source];
	const search: Source['search'] = async (region, keywords, ...rest) => {
		if (!how.fails || keywords !== 'spezial') return (await adidas.search?.(region, keywords, ...rest)) ?? [];
		count.failures++;
		return { ...blocked, ...(how.isOwn && { isOwn: true }) };
	};
	const ask: Source['ask'] = async (...asked) => {
		const isThrown = how.throwsOnce;
		how.throwsOnce = false;
		if (isThrown) throw new Error('An answer that no code expects');
		return adidas.ask(...asked);
	};
	await fixture.start({ sources: [{ ...adidas, search, ask }] });
	return count;
}

test('a phrase that alone cannot be searched keeps no product of another one from being NEW', async () => {
	const how = { fails: true, isOwn: true, throwsOnce: false };
	await list('JG0001', 'Samba OG');
	await list('JG0002', 'Spezial');
	await startBroken(how);
	expect(await watchFor(['spezial', 'samba'])).toMatchObject({
		baselineAt: expect.any(Number),
		problem: expect.stringContaining('404'),
	});
	await list('JG0003', 'Samba OG Cream');
	await until('it is published', async () => (await events()).length > 0);
	// What the first complete list of the other phrase has may be old, also after a restart and if the search that reads it
	// throws; what is added later is not.
	await fixture.stopEngines();
	await list('JG0004', 'Samba OG Rose');
	how.fails = false;
	how.throwsOnce = true;
	await startBroken(how);
	await until('the other phrase is read', async () => (await fixture.db.knex('found_products')).length === 4);
	await list('JG0005', 'Spezial Navy');
	await until('it is published', async () => (await events()).length > 2);
	expect((await events()).map(({ sku }) => sku)).toEqual(['JG0003', 'JG0004', 'JG0005']);
});

test('a phrase whose list was read has news, whatever fails before and after a restart', async () => {
	const how = { fails: false, isOwn: false };
	await list('JG0001', 'Samba OG');
	await list('JG0002', 'Spezial');
	const first = await startBroken(how);
	await watchFor(['spezial', 'samba']);
	how.fails = true;
	await until('a search fails', () => first.failures > 0);
	await fixture.stopEngines();
	how.isOwn = true;
	const second = await startBroken(how);
	await until('the phrase fails', () => second.failures > 0);
	await list('JG0003', 'Spezial Navy');
	how.fails = false;
	await until('it is published', async () => (await events()).length > 0);
	expect((await events()).map(({ sku }) => sku)).toEqual(['JG0003']);
});

test('a shop that answers a search late delays no search of another shop', async () => {
	let searches = 0;
	const late: Source['search'] = (_region, _keywords, signal) => {
		searches++;
		return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
	};
	const sources = sandboxSources(fixture.sandbox.origin);
	await fixture.start({
		sources: sources.map((one) => (one.name === 'ADIDAS' ? { ...one, search: late } : one)),
	});
	const watch = { region: 'US', ...NOTHING, include: ['samba'], createdAt: Date.now() } as const;
	const insert = (source: 'ADIDAS' | 'NIKE') =>
		KeywordWatch.query(fixture.db.knex).insert({ ...watch, include: ['samba'], exclude: [], source });
	await insert('ADIDAS');
	await until('the late search began', () => searches > 0);
	const { id } = await insert('NIKE');
	const checkedAt = async () => (await KeywordWatch.query(fixture.db.knex).findById(id))?.checkedAt ?? null;
	await until('the other one is over', async () => (await checkedAt()) !== null);
	const first = await checkedAt();
	await until('it is searched again', async () => (await checkedAt()) !== first);
	expect(searches).toBe(1);
});

test('a watch that was searched by a clock that was ahead is searched again', async () => {
	await fixture.start();
	const { id } = await watchFor(['samba']);
	const ahead = Date.now() + 3_600_000;
	await KeywordWatch.query(fixture.db.knex).findById(id).patch({ checkedAt: ahead });
	await until('it is searched', async () => {
		return (await KeywordWatch.query(fixture.db.knex).findById(id).throwIfNotFound()).checkedAt !== ahead;
	});
});

test('a watch whose search throws keeps no other watch from being searched', async () => {
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS');
	const search: Source['search'] = async (region, keywords, ...rest) => {
		if (keywords === 'broken') throw new Error('An answer that no code expects');
		return adidas?.search?.(region, keywords, ...rest) ?? [];
	};
	await fixture.start({ sources: [{ ...(adidas as Source), search }] });
	const { problem } = await watchFor(['broken']);
	expect(problem).toContain('internal error');
	expect((await watchFor(['samba'])).problem).toBeNull();
	await searchedAgain();
});

test('a shop that blocks the search is a problem until it answers', async () => {
	await fixture.start();
	const { id } = await watchFor(['samba']);
	await fixture.sandbox.control.failAdidas({ times: 'forever', fault: { accessDenied: true } });
	const problem = async () => (await KeywordWatch.query(fixture.db.knex).findById(id))?.problem ?? null;
	await until('the search fails', async () => (await problem())?.includes('403') === true);
	await fixture.sandbox.control.healAdidas();
	await until('it works again', async () => (await problem()) === null);
});

test.each([
	['a word, in any letter case', { include: ['DUNK'] }, 'Nike Dunk Low', true],
	['a part of a word', { include: ['dun'] }, 'Nike Dunk Low', false],
	['a phrase in its order', { include: ['low dunk'] }, 'Nike Dunk Low', false],
	['accents do not matter', { include: ['cafe'] }, 'Café Racer', true],
	['one of several', { include: ['jordan', 'dunk'] }, 'Nike Dunk Low', true],
	['an exclusion wins', { include: ['dunk'], exclude: ['low'] }, 'Nike Dunk Low', false],
	['the SKU', { include: ['ab 1234'] }, 'Shoe', true],
	['too expensive', { include: ['dunk'], maxPrice: 99 }, 'Dunk', false],
	['too cheap', { include: ['dunk'], minPrice: 101 }, 'Dunk', false],
	['within the bounds', { include: ['dunk'], minPrice: 100, maxPrice: 100 }, 'Dunk', true],
] as const)('a title matches: %s', (_, keywords, title, expected) => {
	const product = { title, sku: 'AB-1234', price: { current: 10_000, full: 10_000, currency: 'USD' } };
	expect(matchesKeywords(product, { ...NOTHING, ...keywords })).toBe(expected);
});

test('without a known price, bounds do not matter', () => {
	expect(
		matchesKeywords({ title: 'Dunk', sku: 'A', price: null }, { ...NOTHING, include: ['dunk'], minPrice: 5 }),
	).toBe(true);
});

test.each<[string, readonly [string, Answer][]]>([
	['gives no answer about', []],
	['does not have yet', [['JC0001', { kind: 'gone' }]]],
])('a product that its source %s is read again at the next search', async (_, answers) => {
	let left = 2;
	const sources = sandboxSources(fixture.sandbox.origin).map((source) => ({
		...source,
		ask: async (...args: Parameters<Source['ask']>) =>
			left-- > 0 ? { answers: new Map(answers) } : source.ask(...args),
	}));
	await fixture.start({ sources });
	await watchFor(['samba']);
	await list('JC0001', 'Samba OG');
	await until('it is published', async () => (await events()).length === 1);
	expect(left).toBeLessThan(0);
});
