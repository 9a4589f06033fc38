import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

const RECORDINGS = join(import.meta.dirname, '../../../packages/sandbox/recordings');
/** Nike's feed with the product that a check asks for. */
const feed = readFileSync(join(RECORDINGS, 'nike-threads-us-2026-04-17.json'), 'utf8').replaceAll(
	'CK9246-101',
	'CW2288-111',
);
const nike = createServer((_, response) => response.end(feed));
let address: string;
let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	nike.listen(0, '127.0.0.1');
	await once(nike, 'listening');
	address = `http://127.0.0.1:${(nike.address() as AddressInfo).port}`;
	office = await openOffice({ SHOP_URLS: JSON.stringify({ NIKE_API: address }) });
	fixture = office.fixture;
});
afterAll(async () => {
	await office.close();
	nike.closeAllConnections();
	nike.close();
});

/** What a command prints, with the same time everywhere. */
async function run(...args: string[]) {
	const { out, ...rest } = await fixture.run(['sources', 'check', ...args]);
	return {
		...rest,
		lines: out
			.replaceAll(/\d+\.\d s/g, '0.1 s')
			.trimEnd()
			.split('\n'),
	};
}

test('`sources check` shows what each source reads, or why it fails', async () => {
	const read = [
		`NIKE at ${address}, format known from recorded answers`,
		"  read         CW2288-111 in US, 0.1 s: Air Jordan 3 Retro Women's Shoes",
		'               $205.00, in stock; sizes: 16 in stock, 5 out of stock, 0 unknown; evidence: level',
	];
	expect(await run('nike')).toEqual({ code: 0, err: '', lines: read });
	await office.testServer.sandbox.control.failAdidas({ times: 'forever', fault: { accessDenied: true } });
	const { code, lines } = await run();
	expect(code).toBe(4);
	expect(lines).toEqual(expect.arrayContaining(read));
	expect(lines).toContainEqual(expect.stringMatching(/^ {2}failed {7}EG4959 in US, 0\.1 s: .*adidas answered 403$/));
	const nothing = lines.indexOf('  not checked  no product is known that the shop always sells');
	expect(lines[nothing - 1]).toMatch(
		/^NIKE_REFURBISHED at .*, format known from other programs only, never tried at the shop$/,
	);
	expect(await run('adidas')).toMatchObject({ code: 1 });
	expect(await fixture.json(['sources', 'check', 'NIKE'])).toMatchObject([{ products: [{ sku: 'CW2288-111' }] }]);
});

test('an unknown source is an error that lists the sources', async () => {
	expect(await run('footlocker')).toMatchObject({ code: 1, err: expect.stringContaining('must be one of ADIDAS, ') });
});
