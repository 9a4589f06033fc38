import { type Contract, createClientOf, type ProductCard, type ProductEntry, type Region } from '@dropwire/contract';
import { routes } from 'virtual:call-routes';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';

/** What a search found for one SKU. */
export interface QueryResult {
	sku: string;
	/** Null if no region has the product, or the server did not answer. */
	card: ProductCard | null;
	/** What the shops say about the product, by region. */
	entries: ReadonlyMap<Region, ProductEntry>;
	/** Regions that did not respond. */
	failed: readonly Region[];
	/** Set if nothing could be read. */
	error: string | null;
}

/** Queries a product in all regions: its card, and the shops' own descriptions and pictures. */
export async function queryProduct(sku: string): Promise<QueryResult> {
	const [card, described] = await Promise.allSettled([api.product({ sku }), describe(sku)]);
	const rejected = card.status === 'rejected' ? (card.reason as unknown) : null;
	const found = described.status === 'fulfilled' ? described.value : { entries: new Map(), failed: [] };
	return {
		sku,
		card: card.status === 'fulfilled' ? card.value.data : null,
		entries: found.entries,
		failed: found.failed,
		error: rejected === null ? null : `Error: ${reasonOf(rejected, 'sku')}`,
	};
}

/** The entries by region. A response header lists the regions that did not respond. */
async function describe(sku: string): Promise<Pick<QueryResult, 'entries' | 'failed'>> {
	let failed: Region[] = [];
	const client = createClientOf<Contract>(routes, {
		fetch: async (url, init) => {
			const response = await fetch(url, init);
			failed = (response.headers.get('x-regions-failed')?.split(',') ?? []) as Region[];
			return response;
		},
	});
	const { data } = await client.productQueryPremium({ sku });
	const entries = data === 'null' ? [] : Object.entries(data).filter(([, entry]) => entry.id !== '');
	return { entries: new Map(entries as [Region, ProductEntry][]), failed };
}
