import { Agent, type Dispatcher } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shops } from '../shops/shops.ts';
import type { SourceConnection } from '../source.ts';
import { connected, page } from './testing.ts';

/** A response of the shop; it never comes if `ms` is infinite. */
interface Reply {
	status: number;
	body?: string;
	headers?: Record<string, string>;
	ms?: number;
	error?: string;
}

const QUEUE: Reply = { status: 200, body: '<title>You are now in line</title>' };
const QUEUE_ELSEWHERE: Reply = { status: 302, headers: { location: 'https://shop.queue-it.net/?c=shop' } };
const PRODUCT: Reply = { status: 200, body: `<main>${page()}</main>` };
const HANGING: Reply = { status: 200, ms: Number.POSITIVE_INFINITY };
const MISSING: Reply = { status: 404 };
const BROKEN: Reply = { status: 500 };
const LISTING: Reply = { status: 200, body: '<main><h1>Sale</h1></main>' };
const REPLIES: readonly Reply[] = [
	PRODUCT,
	HANGING,
	BROKEN,
	LISTING,
	QUEUE,
	QUEUE_ELSEWHERE,
	{ status: 200, body: '<title>Access Denied</title>' },
	{ status: 403 },
	MISSING,
	{ status: 429, headers: { 'retry-after': '90' } },
	{ status: 503 },
	{ status: 200, body: page(), ms: 9000 },
	{ status: 200, error: 'ECONNREFUSED' },
	{ status: 302, headers: { location: '/' } },
	{ status: 302, headers: { location: 'https://partner.example/p/1' } },
];

/** The shop: its next replies, and its answers to all other requests. */
const shop = { replies: [] as Reply[], requests: [] as number[], answer: (_link: string): Reply => PRODUCT };

/** Answers a request of undici. */
function dispatch({ origin, path }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
	const isShop = new URL(String(origin)).host === 'shop.example';
	if (isShop) shop.requests.push(performance.now());
	const isPage = isShop && path.startsWith('/p/');
	const { status, body, headers = {}, ms = 5, error } = isPage ? (shop.replies.shift() ?? shop.answer(path)) : MISSING;
	let isOver = false;
	const fail = (reason?: Error) => {
		if (!isOver) handler.onError?.(reason ?? new Error('aborted'));
		isOver = true;
	};
	handler.onConnect?.(fail);
	const answer = () => {
		if (isOver) return;
		if (error) return fail(Object.assign(new Error(error), { code: error }));
		const raw = Object.entries(headers).flatMap((pair) => pair.map((text) => Buffer.from(text)));
		handler.onHeaders?.(status, raw, () => undefined, '');
		if (body) handler.onData?.(Buffer.from(body));
		handler.onComplete?.([]);
		isOver = true;
	};
	if (ms < Number.POSITIVE_INFINITY) setTimeout(answer, ms);
	return true;
}

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
	vi.spyOn(Agent.prototype, 'dispatch').mockImplementation(dispatch);
	const begun = Date.now() - 1;
	vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - begun);
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
});

const INTERVAL_MS = 3000;

/** Checks a link every 3 s, or after the pause that its answer names, as the engine's schedule does. */
function check(source: SourceConnection, sku: string, abortAfter: number, until: { stopped: boolean }): void {
	const product = { sku, link: `https://shop.example/p/${sku}`, adapter: 'schemaOrg' } as const;
	void (async () => {
		while (!until.stopped) {
			const aborted = new AbortController();
			const late = setTimeout(() => aborted.abort(), abortAfter);
			const begun = performance.now();
			const reading = await source.ask('US', [product], aborted.signal).catch(() => null);
			clearTimeout(late);
			const answer = reading && 'answers' in reading ? reading.answers.get(sku) : undefined;
			const pause = answer?.kind === 'blocked' ? (answer.retryAfterMs ?? 0) : 0;
			const wait = Math.max(pause, begun + INTERVAL_MS - performance.now());
			await new Promise((resolve) => setTimeout(resolve, wait));
		}
	})();
}

/** Runs the checks of some links until the shop has no more replies, and three minutes. @returns the longest time without a request, ms */
async function longestGap(
	replies: readonly Reply[],
	{ links = 1, requestsPerMinute = 60, abortAfter = 600_000 } = {},
): Promise<number> {
	const source = connected(shops, { requestsPerMinute });
	const until = { stopped: false };
	shop.replies = [...replies];
	shop.requests = [performance.now()];
	for (let link = 1; link <= links; link++) check(source, String(link), abortAfter, until);
	for (let minutes = 0; minutes < 3 || (shop.replies.length > 0 && minutes < 600); minutes++) {
		await vi.advanceTimersByTimeAsync(60_000);
	}
	until.stopped = true;
	expect(shop.replies).toEqual([]);
	const times = [...shop.requests, performance.now()];
	return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
}

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
const among = <T>(random: () => number, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const some = <T>(random: () => number, values: readonly T[], max: number): T[] =>
	Array.from({ length: Math.floor(random() * (max + 1)) }, () => among(random, values));

test('every host is requested again within the longest pause', async () => {
	const random = numbers(1);
	for (let run = 0; run < 30; run++) {
		const replies = some(random, REPLIES, 25);
		const limits = {
			links: among(random, [1, 2, 3]),
			requestsPerMinute: among(random, [2, 60]),
			abortAfter: among(random, [1000, 600_000]),
		};
		// The pause, and the time for a request and its turn.
		expect(await longestGap(replies, limits)).toBeLessThan(15 * 60_000 + 90_000);
	}
});

test('a host with a queue is requested again within a minute', async () => {
	const random = numbers(2);
	expect(await longestGap(Array.from({ length: 12 }, () => QUEUE))).toBeLessThan(65_000);
	for (let run = 0; run < 15; run++) {
		const before = some(random, [PRODUCT, HANGING, BROKEN, LISTING], 4);
		const queue = some(random, [QUEUE, QUEUE_ELSEWHERE], 20);
		expect(await longestGap([...before, ...queue], { links: among(random, [1, 3]) })).toBeLessThan(65_000);
	}
});

test('a link without product data does not delay the other links of its host', async () => {
	const source = connected(shops, { requestsPerMinute: 600 });
	const until = { stopped: false };
	const asked: number[] = [];
	shop.replies = [];
	shop.answer = (link) => {
		if (link.endsWith('/7')) asked.push(performance.now());
		return link.endsWith('/7') ? PRODUCT : LISTING;
	};
	for (let link = 1; link <= 7; link++) check(source, String(link), 600_000, until);
	await vi.advanceTimersByTimeAsync(60_000);
	until.stopped = true;
	expect(asked.length).toBeGreaterThanOrEqual(19);
});
