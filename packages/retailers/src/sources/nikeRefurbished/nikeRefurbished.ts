import { blockedReason } from '@dropwire/domain';
import { createJsonClient } from '../../fetching/jsonClient.ts';
import { isRefused, type ShopReading } from '../../formats/reading.ts';
import { NIKE_API, NIKE_HEADERS } from '../nike/nike.ts';
import { foundProduct, MAX_WALL_PAGES, NIKE_SITE, refused, restOfWall, type WallProducts } from '../nike/wall.ts';
import { type Answer, type Blocked, withAge } from '../../snapshot/answer.ts';
import { type ConnectionOptions, defineSource, SHOP_BUDGET, type SourceConnection } from '../source.ts';
import { createPageClient } from './pageClient.ts';
import { snapshotOf } from './snapshot.ts';

/**
 * The path of the website's wall of refurbished products. A GUESS: no public code names it, so this is the website's
 * search; the shop of Nike's pilot, refurbished.nike.com, is closed.
 */
const WALL_PATH = { name: 'NIKE_REFURBISHED_PATH', default: '/w?q=refurbished' } as const;
/** The path of a product's page; any name in it leads to the product. */
const pagePath = (sku: string) => `/t/_/${encodeURIComponent(sku)}`;

const BATCH_SIZE = 20;

/** Nike's refurbished products in the US: the product wall says which there are, and their pages which sizes. */
export const nikeRefurbished = defineSource({
	name: 'NIKE',
	offer: 'REFURBISHED',
	regions: ['US'],
	batchSize: BATCH_SIZE,
	requestsPerBatch: MAX_WALL_PAGES + BATCH_SIZE,
	announcesLaunches: false,
	evidence: 'size',
	knownFrom: 'code',
	url: { name: 'NIKE_SITE', default: NIKE_SITE },
	more: [NIKE_API, WALL_PATH],
	budget: SHOP_BUDGET,
	connect,
});

/** What a page says, and how long a cache has kept it, ms. */
interface AgedReading {
	reading: ShopReading;
	ageMs: number;
}

function connect(options: ConnectionOptions): SourceConnection {
	const { url, timeoutMs, connections, more = {} } = options;
	const pages = createPageClient(options);
	const apiUrl = more[NIKE_API.name] ?? NIKE_API.default;
	const { userAgent, proxies } = options;
	const sender = { ...(userAgent !== undefined && { userAgent }), ...(proxies && { proxies }) };
	const api = createJsonClient({ shop: 'Nike', url: apiUrl, timeoutMs, connections, headers: NIKE_HEADERS, ...sender });
	const wallPath = more[WALL_PATH.name] ?? WALL_PATH.default;
	/** The path of a link, whether it leads to the real shop or to the address that is set. */
	const pathOf = (link: string) => (link.startsWith(`${url}/`) ? link.slice(url.length) : URL.parse(link)?.pathname);

	/** The wall: its first page is one of the website, the others come from the API. */
	async function readWall(signal: AbortSignal): Promise<WallProducts> {
		const page = await pages.read(wallPath, 'nikeWallPage', { site: NIKE_SITE }, signal);
		if ('kind' in page) return { products: [], blocked: page };
		if ('missing' in page) return { products: [], blocked: noWall() };
		const first = page.result;
		return isRefused(first) ? { products: [], blocked: refused(first) } : restOfWall(api, first, signal);
	}

	/** @param path the page's path at the website */
	async function readPage(path: string, sku: string, signal: AbortSignal): Promise<AgedReading | 'missing' | Blocked> {
		const page = await pages.read(path, 'nike', { url: `${NIKE_SITE}${path}`, styleColor: sku }, signal);
		if ('kind' in page) return page;
		if ('missing' in page) return 'missing';
		const { result, ageMs } = page;
		return isRefused(result) ? refused(result) : { reading: result, ageMs };
	}

	return {
		async ask(_, products, signal) {
			const wall = await readWall(signal);
			const listed = new Map(wall.products.map((product) => [product.sku, product]));
			const answers = new Map<string, Answer>();
			// One after the other: once Nike rejects a request, no more are sent.
			let rejected: Blocked | null = null;
			for (const { sku } of products) {
				const onWall = listed.get(sku);
				const path = (onWall?.url && pathOf(onWall.url)) ?? pagePath(sku);
				const page: AgedReading | 'missing' | Blocked = rejected ?? (await readPage(path, sku, signal));
				if (page === 'missing') answers.set(sku, onWall ? contradiction() : (wall.blocked ?? { kind: 'gone' }));
				else if ('kind' in page) answers.set(sku, page);
				else answers.set(sku, withAge({ kind: 'read', snapshot: snapshotOf(page.reading, sku, onWall) }, page.ageMs));
				if (page !== 'missing' && 'kind' in page && isForAll(page)) rejected = page;
			}
			return { answers };
		},
		async search(_, keywords, signal) {
			const { products, blocked } = await readWall(signal);
			const words = keywords.toLowerCase().split(/\s+/).filter(Boolean);
			const found = products
				.map(foundProduct)
				.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
			return blocked ? { ...blocked, found } : found;
		},
		async close() {
			await Promise.all([pages.close(), api.close()]);
		},
	};
}

/** Whether Nike would reject requests for other pages, too: only a changed format can concern one page alone. */
function isForAll({ reason }: Blocked): boolean {
	return !reason.startsWith('changed format');
}

function noWall(): Blocked {
	const words = `Nike has no page at ${WALL_PATH.name}`;
	return { kind: 'blocked', reason: blockedReason('HTTP status', words), retryAfterMs: null };
}

function contradiction(): Blocked {
	const words = 'Nike lists the product, but its page does not exist';
	return { kind: 'blocked', reason: blockedReason('HTTP status', words), retryAfterMs: null };
}
