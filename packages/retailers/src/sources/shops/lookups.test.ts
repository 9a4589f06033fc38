import { chunks } from '@dropwire/domain';
import { type Sandbox, startSandbox } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer, WatchedProduct } from '../../snapshot/answer.ts';
import type { SourceConnection } from '../source.ts';
import { shops } from './shops.ts';

const COUNT = 30;
let sandbox: Sandbox;
let source: SourceConnection;
let products: WatchedProduct[];
beforeEach(async () => {
	sandbox = await startSandbox();
	const { control } = sandbox;
	for (let n = 0; n < COUNT; n++) {
		await control.addShopProduct({ shop: 'ucp', product: { sku: `RD-${100 + n}`, title: `Runner ${n}` } });
	}
	const origin = sandbox.shopOrigin('ucp');
	const listed = (await control.shopProducts('ucp')).filter(({ sku }) => /^RD-1\d\d$/.test(sku));
	products = listed.map(({ sku, path }) => ({ sku, link: origin + path, adapter: 'ucp' }));
	source = shops.connect({ url: '', timeoutMs: 5000, connections: 4, privateShops: [origin] });
});
afterEach(async () => {
	await source.close();
	await sandbox.close();
});

/** Checks products as the engine does: together as far as the source can. @returns the answers, and the requests by path */
async function check(some = products): Promise<{ answers: Map<string, Answer>; requests: Record<string, number> }> {
	const before = (await sandbox.control.shopRequests('ucp')).paths;
	const answers = new Map<string, Answer>();
	const groups = [...Map.groupBy(some, (product) => source.together?.(product)?.key ?? '')].flatMap(([, same]) => {
		return chunks(same, source.together?.(same[0]!)?.max ?? 1);
	});
	for (const group of groups) {
		const reading = await source.ask('US', group, new AbortController().signal);
		for (const [sku, answer] of 'answers' in reading ? reading.answers : []) answers.set(sku, answer);
	}
	const { paths } = await sandbox.control.shopRequests('ucp');
	const sent = Object.entries(paths).map(
		([path, count]) => [path.replace(/.*\//, ''), count - (before[path] ?? 0)] as const,
	);
	return { answers, requests: Object.fromEntries(sent.filter(([, count]) => count > 0)) };
}

const change = (sku: string, wanted: object) => sandbox.control.setShopProduct({ shop: 'ucp', sku, change: wanted });
const sizesOf = (answer: Answer | undefined) =>
	answer?.kind === 'read' ? answer.snapshot.sizes.map(({ size, available }) => [size, available]) : answer;

test('links of a catalogue are read once, then looked up in batches that shrink on failure', async () => {
	const first = await check();
	expect(first.requests['product']).toBe(COUNT);
	const [one, other, gone] = products.map(({ sku }) => sku) as [string, string, string];

	// 60 IDs are refused, and 30 are not.
	await change(one, { counts: { '9': 0 }, currentPrice: 79.5 });
	const second = await check();
	expect(second.requests).toEqual({ lookup: 4 });
	expect([...second.answers.keys()].toSorted()).toEqual([...first.answers.keys()].toSorted());
	const price = { current: 7950, full: 10_000, currency: 'USD' };
	expect(second.answers.get(one)).toMatchObject({
		kind: 'read',
		snapshot: { price, evidence: 'size', available: true },
	});
	expect(sizesOf(second.answers.get(one))).toEqual([
		['9', false],
		['10', true],
		['11', true],
	]);
	expect(second.answers.get(other)).toEqual(first.answers.get(other));

	// A product that the lookup leaves out is read alone.
	await change(gone, { gone: true });
	const third = await check();
	expect(third.requests).toMatchObject({ lookup: 5, product: 1 });
	expect(third.answers.get(gone)).toEqual({ kind: 'gone' });
	expect([...third.answers.values()].filter(({ kind }) => kind === 'read')).toHaveLength(COUNT - 1);
});

test('products without stock in a lookup keep theirs and are read alone for an hour', async () => {
	const some = products.slice(0, 5);
	const { answers } = await check(some);
	await sandbox.control.failShop('ucp', { times: 1, fault: { renamed: 'availability' } });
	const second = await check(some);
	expect(second.requests).toEqual({ lookup: 1, product: 5 });
	expect(second.answers).toEqual(answers);
	expect((await check(some)).requests).toEqual({ product: 5 });
});

test('an unreachable shop blocks its products', async () => {
	const some = products.slice(0, 5);
	const { answers } = await check(some);
	await sandbox.control.failShop('ucp', { times: 1, fault: { status: 503 } });
	const { host } = new URL(some[0]?.link ?? '');
	const blocked = { kind: 'blocked', reason: `HTTP status: ${host} answered 503`, retryAfterMs: null };
	const second = await check(some);
	expect([...second.answers.values()]).toEqual(some.map(() => blocked));
	expect(second.requests).toEqual({ lookup: 1 });
	expect((await check(some)).answers).toEqual(answers);
});
