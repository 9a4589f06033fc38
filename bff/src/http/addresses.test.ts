import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer({ limitFactor: 0.1, env: { TRUST_PROXY: '1' } });
});
afterAll(() => testServer.close());

/** Signing in is limited to 30 a minute, three times that for an address; here to a tenth. */
const LIMIT = 9;
const begin = (address: string) =>
	testServer.visitor().fetch('/auth', { redirect: 'manual', headers: { 'x-forwarded-for': address } });
const statusesFrom = async (addresses: readonly string[]) => {
	const statuses = [];
	for (const address of addresses) statuses.push((await begin(address)).status);
	return statuses;
};

test('addresses of one IPv6 /64 are counted together', async () => {
	const network = Array.from({ length: LIMIT }, (_, n) => `2001:db8:7:1::${n}:${n}`);
	expect(new Set(await statusesFrom(network))).toEqual(new Set([302]));
	expect(await statusesFrom(['2001:db8:7:1:ffff:ffff:ffff:ffff', '2001:db8:7:2::1'])).toEqual([429, 302]);
});

test('IPv4 addresses are counted one by one, however they are written', async () => {
	expect(new Set(await statusesFrom(Array.from({ length: LIMIT }, () => '192.0.2.1')))).toEqual(new Set([302]));
	expect(await statusesFrom(['::ffff:192.0.2.1', '192.0.2.2'])).toEqual([429, 302]);
});
