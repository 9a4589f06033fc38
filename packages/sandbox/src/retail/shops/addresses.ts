import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackOf, closed, listen } from '../../listen.ts';
import { shopAlone } from './serve.ts';
import type { ShopId, Shops } from './table.ts';

/** Distance between the sandbox's port and its shops': far from the ports of other products that run beside it. */
const PORT_DISTANCE = 10_000;

/** The shops' own origins. Links, redirects and `robots.txt` work there as at the real shops. */
export interface ShopAddresses {
	of: (shop: ShopId) => string;
	all: readonly string[];
	close(): Promise<void>;
}

/**
 * Starts a server for each shop. A sandbox with a fixed port has its shops at fixed ports too if those are free, so that
 * stored links stay right.
 * @param options.port the sandbox's port; 0 for any
 * @param options.sandbox the sandbox's own origin
 */
export async function startShops(
	shops: Shops,
	{ port, host, sandbox }: { port: number; host: string; sandbox: () => string },
): Promise<ShopAddresses> {
	const started = await Promise.all(
		[...shops].map(async ([id, shop], index) => {
			const server = createServer(callbackOf((app) => app.use(shopAlone(shop, sandbox))));
			await listenNear(server, port === 0 ? 0 : port + PORT_DISTANCE + index, host);
			return { id, server, origin: `http://${host}:${(server.address() as AddressInfo).port}` };
		}),
	);
	const origins = new Map(started.map(({ id, origin }) => [id, origin]));
	return {
		of: (shop) => origins.get(shop) as string,
		all: [...origins.values()],
		async close() {
			await Promise.all(started.map(({ server }) => closed(server)));
		},
	};
}

async function listenNear(server: Server, port: number, host: string): Promise<void> {
	try {
		await listen(server, port <= 65_535 ? port : 0, host);
	} catch {
		await listen(server, 0, host);
	}
}
