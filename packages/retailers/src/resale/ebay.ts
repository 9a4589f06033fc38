import { LRUCache } from 'lru-cache';
import { parsedJson } from '../formats/html/scripts.ts';
import { freeBody } from '../fetching/bodyMemory.ts';
import { userAgentOf } from '../fetching/userAgent.ts';
import { createWebClient, isFailure, type WebRequest } from '../fetching/webClient.ts';
import type { Region } from '@dropwire/domain';
import { type EbayListing, namesSku, NEW_CONDITION, readItemSize, readListings, sizeInTitle } from './readEbay.ts';

/** The lowest price at which new items of a size can be bought at once. */
export interface EbayAsk {
	size: string;
	/** In minor units. */
	lowestAsk: number;
	currency: string;
}

export type EbayAnswer =
	| {
			asks: readonly EbayAsk[];
			/** Epoch ms. */
			at: number;
			/** Items of which no size is known, and which are left out. */
			unsized: number;
	  }
	/** Why eBay could not be read. */
	| { failed: string };

/** Asks of eBay. */
export interface Ebay {
	/**
	 * New items of a SKU in the region's marketplace. Identical questions share an answer for ten minutes, a failure for ten
	 * seconds. Failures of eBay never cause a rejection.
	 */
	find(region: Region, sku: string): Promise<EbayAnswer>;
	close(): Promise<void>;
}

export interface EbayOptions {
	/** The address of the interface, without a trailing slash. */
	url: string;
	clientId: string;
	clientSecret: string;
	contactEmail?: string | undefined;
	/** Requests a UTC day. */
	dailyBudget?: number;
	now?: () => number;
}

/** eBay's marketplaces of Nike's regions that the Browse API has (its documentation, "Buy API support by marketplace"). */
const MARKETPLACES: Partial<Record<Region, string>> = {
	US: 'EBAY_US',
	SG: 'EBAY_SG',
	AU: 'EBAY_AU',
	CA: 'EBAY_CA',
	FR: 'EBAY_FR',
	GB: 'EBAY_GB',
	AT: 'EBAY_AT',
};

/** Whether eBay's interface has a marketplace of the region. */
export function hasEbay(region: Region): boolean {
	return MARKETPLACES[region] !== undefined;
}

const CACHED_MS = 10 * 60_000;
const FAILED_MS = 10_000;
const MAX_CACHED = 1000;
/** The default of an application (eBay's documentation, "API call limits"). */
const DAILY_BUDGET = 5000;
/** Items of one search, cheapest first: the maximum of the interface. */
const ITEMS = 200;
/** Items that are read one by one, because their title names no size. */
const DETAILS = 10;
const TIMEOUT_MS = 5000;
const LARGEST = 4 * 1024 * 1024;
/** A token is replaced this long before it expires, ms. */
const TOKEN_MARGIN_MS = 60_000;
const DAY_MS = 86_400_000;

/** A request was not answered as it must be. The message is for people. */
class EbayError extends Error {
	override name = 'EbayError';
}

/** Reads eBay's Browse API with an application token, within a daily budget. */
export function createEbay({ url, clientId, clientSecret, contactEmail, ...options }: EbayOptions): Ebay {
	const { dailyBudget = DAILY_BUDGET, now = Date.now } = options;
	const client = createWebClient({
		shop: 'eBay',
		userAgent: userAgentOf(contactEmail),
		timeoutMs: TIMEOUT_MS,
		largest: LARGEST,
		perHost: { concurrent: 4, perMinute: null, circuit: false },
		privateShops: [new URL(url).origin],
	});
	const ending = new AbortController();
	const spent = { day: 0, requests: 0 };
	let token: Promise<{ value: string; until: number }> | null = null;

	async function send(
		request: Omit<WebRequest, 'signal'>,
	): Promise<{ json: unknown } | { status: number | null; words: string }> {
		const answer = await client.get({ ...request, signal: ending.signal });
		if ('unchanged' in answer) return { status: 304, words: 'eBay answered 304 without being asked' };
		if (isFailure(answer)) return { status: answer.status, words: answer.words };
		const json = parsedJson(answer.body.toString());
		freeBody(answer.body);
		return { json };
	}

	async function newToken(): Promise<{ value: string; until: number }> {
		const answer = await send({
			link: `${url}/identity/v1/oauth2/token`,
			headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
			form: { grant_type: 'client_credentials', scope: 'https://api.ebay.com/oauth/api_scope' },
		});
		if (!('json' in answer)) {
			const isRefused = answer.status === 401 || answer.status === 400;
			throw new EbayError(isRefused ? 'eBay rejected EBAY_CLIENT_ID and EBAY_CLIENT_SECRET' : answer.words);
		}
		const { access_token: value, expires_in: seconds } = (answer.json ?? {}) as {
			access_token?: unknown;
			expires_in?: unknown;
		};
		if (typeof value !== 'string' || typeof seconds !== 'number')
			throw new EbayError("eBay's token has an unknown format");
		return { value, until: now() + seconds * 1000 - TOKEN_MARGIN_MS };
	}

	async function tokenValue(): Promise<string> {
		const last = token;
		const known = await last?.catch(() => null);
		if (known && known.until > now()) return known.value;
		// Requests at the same time share a new one.
		if (token === last || token === null) token = newToken();
		return (await token).value;
	}

	/** Counts a request of today. @throws EbayError if today has no more */
	function spend(): void {
		const day = Math.floor(now() / DAY_MS);
		if (spent.day !== day) Object.assign(spent, { day, requests: 0 });
		if (spent.requests >= dailyBudget) {
			throw new EbayError(
				`The ${dailyBudget.toLocaleString('en')} requests of today are used up; the next day begins at 00:00 UTC`,
			);
		}
		spent.requests++;
	}

	async function read(path: string, marketplace: string, isRepeated = false): Promise<unknown> {
		const bearer = await tokenValue();
		spend();
		const answer = await send({
			link: `${url}/buy/browse/v1${path}`,
			headers: {
				accept: 'application/json',
				authorization: `Bearer ${bearer}`,
				'x-ebay-c-marketplace-id': marketplace,
			},
		});
		if ('json' in answer) return answer.json;
		if (answer.status !== 401 || isRepeated) throw new EbayError(answer.words);
		// A token can be revoked before it expires. Another request may have replaced it.
		if ((await token?.catch(() => null))?.value === bearer) token = null;
		return read(path, marketplace, true);
	}

	async function search(marketplace: string, sku: string): Promise<EbayAnswer> {
		const query = new URLSearchParams({
			q: sku,
			filter: `conditionIds:{${NEW_CONDITION}},buyingOptions:{FIXED_PRICE}`,
			sort: 'price',
			limit: String(ITEMS),
		});
		const listings = readListings(await read(`/item_summary/search?${query}`, marketplace));
		if (!listings) throw new EbayError("eBay's answer has an unknown format");
		const sized: (EbayListing & { size: string })[] = [];
		const others: EbayListing[] = [];
		for (const listing of listings) {
			const size = namesSku(listing.title, sku) ? sizeInTitle(listing.title, sku) : null;
			if (size === null) others.push(listing);
			else sized.push({ ...listing, size });
		}
		const details = others.slice(0, DETAILS);
		const sizes = await Promise.all(
			details.map(async ({ id }) => readItemSize(await read(`/item/${encodeURIComponent(id)}`, marketplace), sku)),
		);
		for (const [index, size] of sizes.entries()) {
			const listing = details[index];
			if (listing && size != null) sized.push({ ...listing, size });
		}
		return { asks: lowest(sized), at: now(), unsized: listings.length - sized.length };
	}

	const cache = new LRUCache<string, EbayAnswer>({
		max: MAX_CACHED,
		ttl: CACHED_MS,
		fetchMethod: async (key, _, { options: entry }) => {
			const [marketplace = '', sku = ''] = key.split(' ');
			return search(marketplace, sku).catch((error: unknown) => {
				entry.ttl = FAILED_MS;
				if (error instanceof EbayError || ending.signal.aborted) return { failed: (error as Error).message };
				throw error;
			});
		},
	});

	return {
		find: (region, sku) => cache.forceFetch(`${MARKETPLACES[region] ?? ''} ${sku}`),
		async close() {
			ending.abort();
			await client.close();
		},
	};
}

/** The lowest price of each size and currency. */
function lowest(listings: readonly (EbayListing & { size: string })[]): EbayAsk[] {
	const asks = new Map<string, EbayAsk>();
	for (const { size, price, currency } of listings) {
		const key = `${size} ${currency}`;
		if (price < (asks.get(key)?.lowestAsk ?? Number.POSITIVE_INFINITY))
			asks.set(key, { size, lowestAsk: price, currency });
	}
	return [...asks.values()];
}
