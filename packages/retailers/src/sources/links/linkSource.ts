import { type BrandEntry, BRANDS, type Region } from '@dropwire/domain';
import { GuardedLinkError } from '../../fetching/places.ts';
import { userAgentOf } from '../../fetching/userAgent.ts';
import { createWebClient, type WebClient } from '../../fetching/webClient.ts';
import { isRefused, refuse, type ShopRefusal } from '../../formats/reading.ts';
import { readerPool } from '../../reading/pool.ts';
import { LARGEST_ANSWER, MAX_REDIRECTS, REQUESTS_AT_ONCE } from '../../shops/limits.ts';
import type { ReadProduct } from '../../shops/adapter.ts';
import { readProduct } from '../../shops/readProduct.ts';
import {
	beginVisit,
	createMemory,
	isFetchRefusal,
	isPassing,
	type Memory,
	type Visit,
	type VisitOptions,
} from '../../shops/visit.ts';
import {
	type Answer,
	type FailedSearch,
	type FoundProduct,
	type PartialSearch,
	type Reading,
	type Unchanged,
	type WatchedProduct,
	withAge,
} from '../../snapshot/answer.ts';
import type { ConnectionOptions, SourceConnection, Together } from '../source.ts';
import { searchResult } from '../searchPages.ts';
import { answerOf, blockedBy, type LinkedReading, type LinkShop } from './answer.ts';
import { OfferBatches, type OfferCall } from './offerBatches.ts';
import { fetchChanged, versionOf } from './version.ts';

/** The connect function of a source that reads products by their links: one a call, or many with their offers. */
export function linkSource(shop: LinkShop): (options: ConnectionOptions) => SourceConnection {
	return (options) => {
		const client = clientOf(shop, options);
		const memory = createMemory();
		const batches = shop.offers ? new OfferBatches() : null;
		const { together } = shop;
		return {
			...(batches && together && { together: (product) => togetherOf(batches.pageOf(product), together, memory) }),
			...(shop.search && {
				search: (_, keywords, signal, origin, from = null) =>
					search(origin ?? '', { keywords, from }, { shop, client, memory, signal }),
			}),
			async ask(region, products, signal, version) {
				const context = { shop, region, client, memory, signal, version, batches };
				// Where only some products are checked together, one alone is read by its page: the answer says more.
				const isAlone = !batches || (together !== undefined && products.length === 1);
				return isAlone ? ask(products, context) : { answers: await batches.ask(products, offerCall(context)) };
			},
			close: () => client.close(),
		};
	};
}

/** Products of a host with about as many offers each. */
function togetherOf(
	page: LinkedReading | null,
	max: NonNullable<LinkShop['together']>,
	memory: Memory,
): Together | null {
	const products = page ? max(page, memory) : 0;
	return page && products > 1 ? { key: `${new URL(page.link).host} ${products}`, max: products } : null;
}

function clientOf({ brand }: LinkShop, options: ConnectionOptions): WebClient {
	const {
		url,
		timeoutMs,
		requestsPerMinute = null,
		userAgent = userAgentOf(),
		proxies = [],
		privateShops = [],
	} = options;
	const { name, hosts = [] }: BrandEntry = BRANDS[brand];
	return createWebClient({
		...(url && { shop: name, places: [{ hosts, address: url }] }),
		userAgent,
		timeoutMs,
		largest: LARGEST_ANSWER,
		redirects: MAX_REDIRECTS,
		perHost: { concurrent: REQUESTS_AT_ONCE, perMinute: requestsPerMinute, circuit: true },
		privateShops,
		proxies,
		readers: readerPool(),
	});
}

interface Context {
	shop: LinkShop;
	region: Region;
	client: WebClient;
	memory: Memory;
	signal: AbortSignal;
	version: string | null | undefined;
	batches: OfferBatches | null;
}

/** A version belongs to one product: a batch of several has none. */
async function ask(products: readonly WatchedProduct[], context: Context): Promise<Reading> {
	const [only, ...others] = products;
	const version = others.length === 0 ? context.version : null;
	const readings = await Promise.all(products.map((product) => check(product, { ...context, version })));
	const [first] = readings;
	if (readings.length === 1 && first && 'unchanged' in first) return first;
	const answers = new Map<string, Answer>();
	let next: string | null = null;
	products.forEach(({ sku, link }, index) => {
		const reading = readings[index];
		if (!reading || 'unchanged' in reading) return;
		if (link !== null) context.batches?.noteAlone(link, reading);
		answers.set(sku, reading.answer);
		next = products.length === 1 ? reading.version : null;
	});
	return { answers, ...(only && { version: next }) };
}

/** What a product's link says. `page`: what was read; null if nothing was. */
interface Checked {
	answer: Answer;
	version: string | null;
	page: ReadProduct | null;
}

async function check(product: WatchedProduct, context: Context): Promise<Checked | Unchanged> {
	const { client, memory, signal } = context;
	if (product.link === null) {
		const answer = blockedBy(refuse('unreachable', 'the link of the product is not known yet'));
		return { answer, version: null, page: null };
	}
	try {
		client.check(product.link);
		const fetched = await fetchChanged(context.version ?? null, client, signal);
		if ('unchanged' in fetched) {
			client.noteRead(product.link);
			return fetched;
		}
		return await read(product, product.link, context, { client, readers: readerPool(), signal, memory, fetched });
	} catch (error) {
		if (!(error instanceof GuardedLinkError)) throw error;
		return { answer: blockedBy(refuse('unreachable', `the link ${error.message}`)), version: null, page: null };
	}
}

async function search(
	origin: string,
	{ keywords, from }: { keywords: string; from: string | null },
	{ shop, client, memory, signal }: Pick<Context, 'shop' | 'client' | 'memory' | 'signal'>,
): Promise<FoundProduct[] | PartialSearch | FailedSearch> {
	if (!shop.search || !URL.canParse(origin)) return blockedBy(refuse('unreachable', 'no shop is named'));
	const visit = beginVisit({ client, readers: readerPool(), signal, memory });
	try {
		client.check(origin);
		const pages = await shop.search(origin, keywords, visit, from);
		const { failure } = pages;
		return searchResult({
			...pages,
			failure: failure && { ...blockedBy(failure), ...(isOfWords(failure) && { isOwn: true }) },
		});
	} catch (error) {
		if (!(error instanceof GuardedLinkError)) throw error;
		return blockedBy(refuse('unreachable', `the shop ${error.message}`));
	} finally {
		visit.end();
	}
}

/** Whether a failed search says nothing about those for other words. */
function isOfWords(failure: ShopRefusal): boolean {
	if (isFetchRefusal(failure)) return failure.code !== 'wall' && !isPassing(failure);
	return failure.code === 'unreadable';
}

/** Checks products by their offers, and by their pages. */
function offerCall(context: Context): OfferCall {
	const { shop, region, client, memory, signal } = context;
	return {
		async readPage(product) {
			const checked = await check(product, { ...context, version: null });
			if ('unchanged' in checked) throw new Error('A page without a version cannot be unchanged');
			return checked;
		},
		async readOffers(pages) {
			const visit = beginVisit({ client, readers: readerPool(), signal, memory });
			try {
				const offers = (await shop.offers?.(pages, visit)) ?? new Map();
				if (pages[0] && !isRefused(offers)) client.noteRead(pages[0].link);
				return { offers, ageMs: visit.ageMs() };
			} catch (error) {
				if (!(error instanceof GuardedLinkError)) throw error;
				return { offers: refuse('unreachable', error.message), ageMs: 0 };
			} finally {
				visit.end();
			}
		},
		answerOf: ({ sku, link, adapter }, read) => answerOf(read, { ...shop, region, sku, link: link ?? '', adapter }),
	};
}

async function read(
	product: WatchedProduct,
	link: string,
	{ shop, region, client }: Context,
	options: VisitOptions,
): Promise<Checked> {
	const visit = beginVisit(options);
	try {
		return await readWith(visit, product, link, { shop, region, client });
	} finally {
		visit.end();
	}
}

async function readWith(
	visit: Visit,
	product: WatchedProduct,
	link: string,
	{ shop, region, client }: Pick<Context, 'shop' | 'region' | 'client'>,
): Promise<Checked> {
	const brand = shop.brand === 'SHOPS' ? null : shop.brand;
	const result = await readProduct(link, { brand, known: product.adapter }, visit);
	const found = answerOf(result, { ...shop, region, sku: product.sku, link, adapter: product.adapter });
	const answer = withAge(found, visit.ageMs());
	if (!isRefused(result)) client.noteRead(link);
	// The client takes note of failed requests itself.
	else if (result.code === 'wall' && !isFetchRefusal(result)) {
		client.noteWall(link, { words: result.message, ...(result.queue && { isQueue: true }) });
	}
	return {
		answer,
		version: answer.kind === 'read' ? versionOf(visit.parts()) : null,
		page: isRefused(result) ? null : result,
	};
}
