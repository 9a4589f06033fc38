import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { nike } from './testing.ts';

const serve = (feed: object) => (_: IncomingMessage, response: ServerResponse) =>
	void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(feed));

test.each([
	['sizes that are no list', { skus: {} }],
	['a size that is null', { skus: [null] }],
	['a currency that is no text', { merchPrice: { currentPrice: 1, currency: 7 } }],
	['stock that is no list', { availableGtins: 7, skus: [{ gtin: '1', nikeSize: '9' }] }],
])('%s blocks that SKU alone', async (_, strange) => {
	const products = ['A', 'B'].map((styleColor) => ({ merchProduct: { styleColor, status: 'ACTIVE' } }));
	const productInfo = [{ ...products[0], ...strange }, products[1]];
	const { ask } = await nike(serve({ objects: [{ productInfo }] }));
	const answers = await ask('US', 'A', 'B');
	const reason = 'changed format: a field of the product in the feed has another type';
	expect(answers.get('A')).toMatchObject({ kind: 'blocked', reason });
	expect(answers.get('B')).toMatchObject({ kind: 'read' });
});

test('a picture in another form costs the product only its picture', async () => {
	const product = { merchProduct: { styleColor: 'A', status: 'ACTIVE' } };
	const publishedContent = { nodes: [{ properties: { actions: { new: 'form' } } }] };
	const { ask } = await nike(serve({ objects: [{ publishedContent, productInfo: [product] }] }));
	expect((await ask('US', 'A')).get('A')).toMatchObject({ kind: 'read', snapshot: { image: null } });
});

test('null is a field that is missing: stock that the feed does not state is unknown, not sold out', async () => {
	const merchProduct = { styleColor: 'A', status: 'ACTIVE' };
	const unstated = { availableGtins: null, availability: { available: true }, skus: [{ gtin: '1', nikeSize: '9' }] };
	const nothing = { productContent: null, merchPrice: null, launchView: null, imageUrls: null };
	const { ask } = await nike(serve({ objects: [{ productInfo: [{ merchProduct, ...unstated, ...nothing }] }] }));
	const answer = (await ask('US', 'A')).get('A');
	expect(answer).toMatchObject({ snapshot: { title: 'A', available: true, sizes: [{ size: '9', available: null }] } });
});

test('a price of 0 is none, and sizes of the same name are one', async () => {
	const product = {
		merchProduct: { styleColor: 'A', status: 'ACTIVE' },
		merchPrice: { currentPrice: 0, fullPrice: 120, currency: 'USD' },
		skus: ['1', '2'].map((gtin) => ({ gtin, nikeSize: '9' })),
		availableGtins: [{ gtin: '2', available: true, level: 'LOW' }],
	};
	const { ask } = await nike(serve({ objects: [{ productInfo: [product] }] }));
	const sizes = [{ size: '9', available: true, level: 'LOW', count: null }];
	expect((await ask('US', 'A')).get('A')).toMatchObject({ snapshot: { price: null, sizes } });
});

test.each([
	['no list', { productInfo: 'none' }],
	['a list with null', { productInfo: [null] }],
])('products that are %s are a changed format, never gone', async (_, thread) => {
	const { ask } = await nike(serve({ objects: [thread] }));
	const reason = 'changed format: Nike answered with something other than the feed';
	expect((await ask('US', 'A')).get('A')).toMatchObject({ kind: 'blocked', reason });
});
