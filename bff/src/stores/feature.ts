import type { Source } from '@dropwire/retailers';
import type { Feature } from '../http/feature.ts';
import { importStores } from './importStores.ts';
import { createStoreStock } from './storeStock.ts';

/** What shops' own stores have. */
export function storesFeature({ sources }: { sources: readonly Source[] }) {
	const stock = createStoreStock(sources);
	return {
		handlers: {
			storeStock: async (call) => ({ data: await stock.read(call) }),
			bulkStores: async (call) => ({ data: await importStores(call, stock.names) }),
		},
	} satisfies Feature;
}
