import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createShopTester } from './shopTester.ts';

/** A page whose JSON-LD takes minutes to repair. */
const HOSTILE = `<script type="application/ld+json">{"@type":"Product","name":"${'" '.repeat(2_000_000)}"}</script>`;

test('a hostile page neither blocks the process nor exceeds its time; a third test waits', async () => {
	const shop = createServer((_, response) => response.end(HOSTILE)).listen(0, '127.0.0.1');
	await once(shop, 'listening');
	const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
	const tester = createShopTester(
		{ PRIVATE_SHOPS: [origin], PROXY_URLS: [], places: [] },
		{ timeoutMs: 1000, totalMs: 60_000, patienceMs: 60_000 },
	);
	const delay = monitorEventLoopDelay({ resolution: 10 });
	delay.enable();
	const refused = {
		kind: 'refused',
		code: 'unreadable',
		message: 'The answer takes too much time or memory to read',
	};
	const links = ['/a', '/b', 'c'].map((path) => new URL(path, origin).href);
	expect(await Promise.all(links.map((link) => tester.test(link)))).toEqual([refused, refused, refused]);
	expect(delay.max / 1e6).toBeLessThan(2000);
	await tester.close();
	shop.closeAllConnections();
	shop.close();
});
