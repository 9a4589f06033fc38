import { expect, test } from 'vitest';
import { SITE, tile } from '../../formats/nike/testing.ts';
import { nike } from './testing.ts';

test('a search lists what the product wall shows, page by page, and follows Nike to a category', async () => {
	const wall = (products: object[] | null, more: object) =>
		JSON.stringify({ productGroupings: products && [{ products }], ...more });
	const category = wall(null, { analyzer: { action: { redirectUrl: `${SITE}/jp/w/jordan-37eef` } } });
	const paths: string[] = [];
	const { requests, source } = await nike((request, response, query) => {
		paths.push(request.url?.split('?')[0] ?? '');
		if (request.headers['nike-api-caller-id'] === undefined) return void response.end('{"errors":[{"code":"NO_ID"}]}');
		if (query.has('searchTerms')) return void response.end(category);
		if (query.get('anchor') === '24') return void response.end(wall([tile('CW2288-001')], {}));
		response.end(wall([tile('CW2288-111')], { pages: { next: '/discover/x?anchor=24' } }));
	});
	expect(await source.search?.('JP', 'jordan 1', AbortSignal.timeout(10_000))).toEqual(
		['CW2288-111', 'CW2288-001'].map((sku) => ({
			sku,
			title: 'Nike Air Force 1',
			link: `${SITE}/t/air-force-1/${sku}`,
			price: { current: 9197, full: 11_500, currency: 'USD' },
			image: 'https://static.nike.com/a.png',
		})),
	);
	const wallOfJapan =
		'/discover/product_wall/v1/marketplace/JP/language/ja/consumerChannelId/d9a5bc42-4b9c-4976-858a-f159cf99c647';
	expect(paths).toEqual([wallOfJapan, wallOfJapan, '/discover/x']);
	expect(Object.fromEntries(requests[0]!)).toMatchObject({ path: '/jp/w', searchTerms: 'jordan 1', count: '24' });
	expect(Object.fromEntries(requests[1]!)).toMatchObject({ path: '/jp/w/jordan-37eef', anchor: '0' });
});

test('a search whose second page fails is blocked, and has what the first one lists', async () => {
	const { source } = await nike((_, response, query) => {
		if (query.get('anchor') === '24') return void response.writeHead(403).end();
		const productGroupings = [{ products: [tile('CW2288-111')] }];
		response.end(JSON.stringify({ productGroupings, pages: { next: '/discover/x?anchor=24' } }));
	});
	expect(await source.search?.('US', 'jordan 1', AbortSignal.timeout(10_000))).toMatchObject({
		kind: 'blocked',
		found: [{ sku: 'CW2288-111' }],
	});
});

test('a search that Nike does not answer is blocked with the reason', async () => {
	let status = 403;
	const { source } = await nike((_, response) => void response.writeHead(status).end());
	const blocked = { kind: 'blocked', reason: 'wall (403): Nike answered 403', retryAfterMs: null };
	expect(await source.search?.('US', 'dunk', AbortSignal.timeout(10_000))).toEqual(blocked);
	// As after a redirect to a page that does not exist: it is about these words only.
	status = 404;
	const own = { ...blocked, reason: 'HTTP status: Nike answered 404', isOwn: true };
	expect(await source.search?.('US', 'dunk', AbortSignal.timeout(10_000))).toEqual(own);
});
