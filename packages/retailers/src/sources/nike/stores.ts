import type { Region, Store } from '@dropwire/domain';
import { type Blocked, createJsonClient } from '../../fetching/jsonClient.ts';
import { isRefused, type ShopRefusal } from '../../formats/reading.ts';
import { readInStore, readStoreLocations, STORE_GUESS } from '../../formats/nike/inStore.ts';
import type { StoreSize } from '../../snapshot/snapshot.ts';
import { searchesPerMinute } from '../searchBudget.ts';
import type { ConnectionOptions, StoreReader } from '../source.ts';
import { createFeedClient } from './fetchFeed.ts';
import { feedPath, MARKETPLACES } from './marketplaces.ts';

/** Requests at a time: people wait for them, and every product that is watched comes first. */
const CONNECTIONS = 4;

/**
 * What Nike's own stores have. Its requests are a tenth of the host's budget, with connections of their own, so that no check
 * of a watched product waits for them.
 */
export function createNikeStores(
	options: ConnectionOptions,
	headers: Readonly<Record<string, string>>,
): StoreReader & { close(): Promise<void> } {
	const perMinute = searchesPerMinute(options);
	const client = createJsonClient({ shop: 'Nike', headers, ...options, connections: CONNECTIONS, perMinute });
	const feed = createFeedClient(client);

	return {
		async list(signal): Promise<Store[]> {
			const answer = await client.get(STORE_GUESS.list, signal);
			if (!('json' in answer)) throw failed(answer);
			return orThrow(readStoreLocations(answer.json));
		},
		async sizes(region: Region, sku: string, signal: AbortSignal) {
			for (const marketplace of MARKETPLACES[region]) {
				const asked = { reader: 'nikeFeedEntry', facts: { sku, region }, signal } as const;
				const result = await feed.fetch(feedPath(marketplace, [sku]), asked);
				if (!('products' in result)) throw failed(result);
				const found = result.products.get(sku);
				if (found) return new Map(found.sizes);
			}
			return null;
		},
		async stock({ sku, storeId, sizes }, signal): Promise<StoreSize[]> {
			const filters = [`styleColor(${sku})`, `storeId(${storeId})`, 'method(INSTORE)'];
			const query = new URLSearchParams(filters.map((filter) => ['filter', filter]));
			const answer = await client.get(`/deliver/available_gtins/v3?${query}`, signal);
			if ('json' in answer) return orThrow(readInStore(answer.json, { sku, storeId, sizes }));
			if ('status' in answer && answer.status === STORE_GUESS.notCarried) return [];
			throw failed(answer);
		},
		close: () => client.close(),
	};
}

function orThrow<T extends object>(read: T | ShopRefusal): T {
	if (isRefused(read)) throw new Error(read.message);
	return read;
}

function failed(answer: Blocked | { unchanged: true }): Error {
	return new Error('blocked' in answer ? answer.blocked : 'Nike answered 304 without being asked');
}
