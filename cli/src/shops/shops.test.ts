import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

const variant = (id: number, option1: string, available?: boolean) => ({ id, option1, available, price: 5000 });
const SHOE = {
	title: 'Trail Shoe',
	handle: 'shoe',
	options: ['Size'],
	variants: [variant(1, '9', true), variant(2, '10', false), variant(3, '11')],
};
const ANSWERS: Record<string, string> = {
	'/products/shoe': '<html></html>',
	'/products/shoe.js': JSON.stringify(SHOE),
	'/meta.json': '{"currency":"USD"}',
	'/wall': '<html>Access Denied</html>',
};
const shop = createServer(({ url = '' }, response) => {
	const known = ANSWERS[url];
	response.writeHead(known === undefined ? 404 : 200).end(known);
});
let origin: string;
let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	shop.listen(0, '127.0.0.1');
	await once(shop, 'listening');
	origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
	office = await openOffice({ PRIVATE_SHOPS: origin });
	fixture = office.fixture;
});
afterAll(async () => {
	await office.close();
	shop.closeAllConnections();
	shop.close();
});

test('`shops test` shows the price, sizes and stock that it reads', async () => {
	const lines = [
		'Trail Shoe',
		'adapter  shopify',
		'SKU      unknown',
		'price    $50.00',
		'stock    in stock',
		'SIZE  STOCK         COUNT',
		'9     in stock          –',
		'10    out of stock      –',
		'11    unknown           –',
	];
	expect(await fixture.run(['shops', 'test', `${origin}/products/shoe`])).toEqual({
		code: 0,
		out: `${lines.join('\n')}\n`,
		err: '',
	});
	expect(await fixture.json(['shops', 'test', `${origin}/products/shoe`])).toMatchObject({
		adapter: 'shopify',
		price: { current: 5000, full: 5000, currency: 'USD' },
		sizes: [{ available: true }, { available: false }, { size: '11', available: null, count: null }],
		refusal: null,
	});
});

test('`shops test` reports unreadable, private and unsupported links', async () => {
	expect(await fixture.run(['shops', 'test', `${origin}/wall`])).toEqual({
		code: 1,
		out: '',
		err: 'error: wall: The page is a bot wall.\n',
	});
	expect(await fixture.json(['shops', 'test', `${origin}/none`])).toMatchObject({
		adapter: null,
		refusal: { code: 'gone', message: 'The shop answered 404' },
	});
	expect(await fixture.run(['shops', 'test', 'http://10.0.0.1/x'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('must be on the public internet'),
	});
	expect((await fixture.run(['shops', 'test', origin, '--list', 'MONITOR1'])).code).toBe(2);
});
