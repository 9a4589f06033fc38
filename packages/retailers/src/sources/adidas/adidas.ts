import { blockedReason, type Region } from '@dropwire/domain';
import { type Blocked, createJsonClient } from '../../fetching/jsonClient.ts';
import { searchesPerMinute } from '../searchBudget.ts';
import { type Answer, withAge } from '../../snapshot/answer.ts';
import { type ConnectionOptions, defineSource, SHOP_BUDGET, type SourceConnection } from '../source.ts';
import { productEntry } from './productEntry.ts';
import { search } from './search.ts';
import { type Site, SITES } from './sites.ts';
import { snapshotOf } from './snapshot.ts';

/** adidas' product and availability JSON, which its product pages load. */
export const adidas = defineSource({
	name: 'ADIDAS',
	regions: Object.keys(SITES) as Region[],
	batchSize: 1,
	requestsPerBatch: 2,
	announcesLaunches: false,
	skus: /^[A-Z0-9]{6}$/i,
	evidence: 'count',
	knownFrom: 'recordings',
	// The Superstar, sold since 1969. Its product answer is recorded, from another country; not verified at the real shop.
	canaries: [{ sku: 'EG4959', link: null, region: 'US' }],
	url: { name: 'ADIDAS', default: 'https://www.adidas.com' },
	budget: SHOP_BUDGET,
	connect,
});

const UNASKED = {
	blocked: blockedReason('changed format', 'adidas answered 304 without being asked'),
	retryAfterMs: null,
	isAboutHost: false,
};

function connect(options: ConnectionOptions): SourceConnection {
	const client = createJsonClient({ shop: 'adidas', ...options });
	const searches = createJsonClient({ shop: 'adidas', ...options, perMinute: searchesPerMinute(options) });

	async function answerFor(region: Region, sku: string, signal: AbortSignal): Promise<Answer> {
		const site = siteOf(region);
		const [product, availability] = await Promise.all([
			client.read(path(sku, '', site), 'adidasProduct', { sku }, { signal }),
			client.read(path(sku, '/availability', site), 'adidasAvailability', { sku }, { signal }),
		]);
		if ('status' in product && product.status === 404) return { kind: 'gone' };
		// If the availability returns 404, the product is not loaded yet: unknown stock is not "sold out".
		if ('blocked' in product) return blocked(product, availability);
		if ('blocked' in availability) return blocked(availability, product);
		if ('unchanged' in product || 'unchanged' in availability) return blocked(UNASKED, product);
		const snapshot = snapshotOf(product.result, availability.result, { region, sku, site });
		return withAge({ kind: 'read', snapshot }, Math.max(product.ageMs, availability.ageMs));
	}

	return {
		async ask(region, products, signal) {
			const answers = await Promise.all(products.map(({ sku }) => answerFor(region, sku, signal)));
			return { answers: new Map(products.map(({ sku }, index) => [sku, answers[index] as Answer])) };
		},
		async find(region, sku, signal) {
			const site = siteOf(region);
			const [product, availability] = await Promise.all([
				client.read(path(sku, '', site), 'adidasProduct', { sku }, { signal }),
				client.read(path(sku, '/availability', site), 'adidasAvailability', { sku }, { signal }),
			]);
			if ('status' in product && product.status === 404) return null;
			if (!('result' in product)) throw new Error('blocked' in product ? product.blocked : UNASKED.blocked);
			const stock = 'result' in availability ? availability.result : null;
			const snapshot = stock && snapshotOf(product.result, stock, { region, sku, site });
			return { entry: productEntry(product.result, site), snapshot };
		},
		search: (region, keywords, signal, _, from = null) => search(searches, siteOf(region), { keywords, from, signal }),
		async close() {
			await Promise.all([client.close(), searches.close()]);
		},
	};
}

function siteOf(region: Region): Site {
	const site = SITES[region];
	if (!site) throw new Error(`adidas is not read in ${region}`);
	return site;
}

function path(sku: string, below: '' | '/availability', { sitePath }: Site): string {
	return `/api/products/${encodeURIComponent(sku)}${below}?sitePath=${sitePath}`;
}

/** @param other the product's other answer: a shop that gave it is not down */
function blocked({ blocked: reason, retryAfterMs, isAboutHost }: Omit<Blocked, 'status'>, other: object): Answer {
	const isOwn = !isAboutHost && 'result' in other;
	return { kind: 'blocked', reason, retryAfterMs, ...(isOwn && { isOwn }) };
}
