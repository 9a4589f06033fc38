import { REGIONS, type Region } from '@dropwire/domain';
import { LRUCache } from 'lru-cache';
import { createJsonClient } from '../../fetching/jsonClient.ts';
import { searchesPerMinute } from '../searchBudget.ts';
import { type Answer, type LookedUp, withAge } from '../../snapshot/answer.ts';
import { type ConnectionOptions, defineSource, type SourceConnection } from '../source.ts';
import type { FeedReading } from '../../formats/nikeFeed/feedPage.ts';
import { createFeedClient } from './fetchFeed.ts';
import { feedPath, type Marketplace, MARKETPLACES } from './marketplaces.ts';
import { answerFor } from '../../formats/nikeFeed/snapshot.ts';
import { createNikeStores } from './stores.ts';
import { createStockLevels, FEED_REQUESTS_PER_STOCK_REQUEST } from './stockLevels.ts';
import { searchWall } from './wall.ts';

/** The maximum number of IDs in a batch (Nike's documentation). */
const BATCH_SIZE = 25;

/** The header that public monitors send and Nike's documentation asks for. Nike's product wall requires it. */
export const NIKE_HEADERS = { 'nike-api-caller-id': 'nike:dropwire:web:1.0' };
/** Where Nike's feed, stock levels and product wall are. */
export const NIKE_API = { name: 'NIKE_API', default: 'https://api.nike.com' } as const;

/** Nike's product feed in all 16 marketplaces. */
export const nike = defineSource({
	name: 'NIKE',
	regions: REGIONS,
	batchSize: BATCH_SIZE,
	requestsPerBatch: 1 + 1 / FEED_REQUESTS_PER_STOCK_REQUEST,
	announcesLaunches: true,
	evidence: 'level',
	stores: 'level',
	knownFrom: 'recordings',
	// Air Force 1 '07, sold since 2020. In a recording of 2024; not verified at the real shop.
	canaries: [{ sku: 'CW2288-111', link: null, region: 'US' }],
	url: NIKE_API,
	budget: {
		setting: 'NIKE_CALLS_PER_MINUTE',
		default: 300,
		description: 'Requests a minute to Nike, over all regions; Nike treats more than 300 as a bot',
	},
	connect,
});

/** No thread contains the product. @param reason why it is not gone nevertheless; null if it is */
function missingReading(reason: string | null): FeedReading {
	const answer: Answer = reason === null ? { kind: 'gone' } : { kind: 'blocked', reason, retryAfterMs: null };
	return { answer, incomplete: null };
}

/** One SKU that is read in a region. */
interface Request {
	region: Region;
	sku: string;
	signal: AbortSignal;
}

/** The marketplace of a region. */
interface Choice {
	/** The first that returned a product; null while the region's marketplaces are asked in turn. */
	proven: Marketplace | null;
	/** Until then, the number of empty answers for each group of SKUs. */
	readonly empty: LRUCache<string, number>;
}

/** The groups of SKUs whose empty answers are counted. */
const MAX_GROUPS = 10_000;

function connect(options: ConnectionOptions): SourceConnection {
	const client = createJsonClient({ shop: 'Nike', headers: NIKE_HEADERS, ...options });
	const perMinute = searchesPerMinute(options);
	const searches = createJsonClient({ shop: 'Nike', headers: NIKE_HEADERS, ...options, perMinute });
	const feed = createFeedClient(client);
	const levels = createStockLevels(client);
	const storeReader = createNikeStores(options, NIKE_HEADERS);
	const chosen = new Map<Region, Choice>();

	function choiceOf(region: Region): Choice {
		const known = chosen.get(region);
		if (known) return known;
		const [only = null, ...others] = MARKETPLACES[region];
		const choice = {
			proven: others.length === 0 ? only : null,
			empty: new LRUCache<string, number>({ max: MAX_GROUPS }),
		};
		chosen.set(region, choice);
		return choice;
	}

	/** The state of a product, with the levels of the stock service where the feed has none. */
	async function stateOf({ answer, incomplete }: FeedReading, { region, sku, signal }: Request) {
		const levelled = incomplete ? await levels.read(incomplete, signal) : undefined;
		if (!incomplete || !levelled) return { completed: false, answer };
		const { stock, ageMs } = levelled;
		return { completed: true, answer: withAge(answerFor(incomplete, region, sku, stock), ageMs) };
	}

	return {
		async ask(region, products, signal, version = null) {
			const skus = products.map(({ sku }) => sku);
			const choice = choiceOf(region);
			const asked = skus.join();
			const empty = choice.empty.get(asked) ?? 0;
			const marketplaces = MARKETPLACES[region];
			const marketplace = choice.proven ?? (marketplaces[empty % marketplaces.length] as Marketplace);
			// An ETag belongs to one URL, and the URL contains the marketplace.
			const prefix = `${marketplace.marketplace} ${marketplace.language} `;
			const etag = version?.startsWith(prefix) ? version.slice(prefix.length) : null;
			const result = await feed.fetch(feedPath(marketplace, skus), {
				reader: 'nikeFeed',
				facts: { skus, region },
				version: etag,
				signal,
			});
			levels.noteFeedRequest();
			if ('unchanged' in result) return result;
			if ('blocked' in result) {
				const answer: Answer = { kind: 'blocked', reason: result.blocked, retryAfterMs: result.retryAfterMs };
				return { answers: new Map(skus.map((sku) => [sku, answer])) };
			}
			if (result.products.size > 0) {
				choice.proven ??= marketplace;
				choice.empty.clear();
			} else if (result.missing === null && choice.proven !== marketplace) {
				choice.empty.set(asked, empty + 1);
				// Only products that are in none of the marketplaces are gone: until then, they were not checked.
				if (choice.proven || empty + 1 < marketplaces.length) return { answers: new Map() };
			}
			const missing = missingReading(result.missing);
			const answers = skus.map(async (sku) => ({
				sku,
				...(await stateOf(result.products.get(sku) ?? missing, { region, sku, signal })),
			}));
			const read = await Promise.all(answers);
			// While a region's marketplace is only a guess, each empty answer must arrive and count. The version of the feed
			// does not change with the stock service, and a product that could not be read is not unchanged.
			const isOfFeed = read.every(({ completed, answer }) => !completed && answer.kind !== 'blocked');
			const hasVersion = choice.proven !== null && result.version !== null && isOfFeed;
			return {
				answers: new Map(read.map(({ sku, answer }) => [sku, withAge(answer, result.ageMs)])),
				version: hasVersion ? prefix + result.version : null,
			};
		},
		async find(region, sku, signal): Promise<LookedUp | null> {
			for (const marketplace of MARKETPLACES[region]) {
				const options = { reader: 'nikeFeedEntry', facts: { sku, region }, signal } as const;
				const result = await feed.fetch(feedPath(marketplace, [sku]), options);
				if (!('products' in result)) throw new Error('blocked' in result ? result.blocked : 'Nike sent no threads');
				const found = result.products.get(sku);
				if (!found && result.missing !== null) throw new Error(result.missing);
				if (!found) continue;
				const { answer } = await stateOf(found, { region, sku, signal });
				return { entry: found.entry, snapshot: answer.kind === 'read' ? answer.snapshot : null };
			}
			return null;
		},
		search: (region, keywords, signal, _, from = null) => searchWall(searches, region, { keywords, from, signal }),
		storeReader,
		async close() {
			await Promise.all([client.close(), searches.close(), storeReader.close()]);
		},
	};
}
