import { blockedReason, type Region } from '@dropwire/domain';
import { parsedJson } from '../html/scripts.ts';
import { insteadOfJson } from '../html/walls.ts';
import { refuse, type ShopRefusal } from '../reading.ts';
import type { ProductEntry } from '../../snapshot/snapshot.ts';
import type { Answer } from '../../snapshot/answer.ts';
import { type Found, isFeedAnswer } from './feed.ts';
import { productEntry } from './productEntry.ts';
import { answerFor, isWithoutLevels, sizeNames } from './snapshot.ts';
import { unlessStrange } from './unlessStrange.ts';

/** What one page of the feed's answer says about the requested products. Plain JSON: it can be read in a worker. */
export interface FeedPage<T> {
	/** The path of the next page; empty at the end. */
	next: string;
	/** The number of threads in the answer. */
	threads: number;
	/** `age`: of several products of a SKU, also on several pages, the one with the greatest counts. */
	found: { sku: string; age: string; value: T }[];
}

/** What the feed says about a product. */
export interface FeedReading {
	answer: Answer;
	/** The product itself, if the feed has stock without its levels; the stock service can complete it. */
	incomplete: Found | null;
}

/** What the feed says about a product that a user looks up. */
export interface FeedLookUp extends FeedReading {
	entry: ProductEntry;
	/** The name of each size by its gtin, which stores use. */
	sizes: [gtin: string, size: string][];
}

const STRANGE = 'a field of the product in the feed has another type';

/** Reads the requested products as answers; refused if it is not the feed. */
export function readFeedAnswers(
	text: string,
	{ skus, region }: { skus: readonly string[]; region: Region },
): FeedPage<FeedReading> | ShopRefusal {
	const strange: Answer = { kind: 'blocked', reason: blockedReason('changed format', STRANGE), retryAfterMs: null };
	return readPage(
		text,
		skus,
		(found, sku) => unlessStrange(() => readingOf(found, sku, region)) ?? { answer: strange, incomplete: null },
	);
}

/** Reads one product for a user; refused if it is not the feed. */
export function readFeedEntry(
	text: string,
	{ sku, region }: { sku: string; region: Region },
): FeedPage<FeedLookUp> | ShopRefusal {
	return readPage(text, [sku], (found) =>
		unlessStrange(() => {
			const entry = productEntry(found, sku);
			return entry && { entry, sizes: sizeNames(found.product), ...readingOf(found, sku, region) };
		}),
	);
}

function readingOf(found: Found, sku: string, region: Region): FeedReading {
	return { answer: answerFor(found, region, sku), incomplete: isWithoutLevels(found) ? found : null };
}

/**
 * Several threads can contain the same product (its own thread, a collection, two equal threads); the choice does not
 * depend on their order. @param valueOf null for a product that does not count
 */
function readPage<T>(
	text: string,
	skus: readonly string[],
	valueOf: (found: Found, sku: string) => T | null,
): FeedPage<T> | ShopRefusal {
	const page = parsedJson(text);
	if (page === undefined) return insteadOfJson(text, 'Nike answered with a page instead of the feed');
	if (!isFeedAnswer(page)) return refuse('unreadable', 'Nike answered with something other than the feed');
	const products = page.objects.flatMap((thread) => (thread.productInfo ?? []).map((product) => ({ thread, product })));
	const bySku = Map.groupBy(products, ({ product }) => product.merchProduct?.styleColor);
	const found = skus.flatMap((sku) => {
		const newest = (bySku.get(sku) ?? []).toSorted((a, b) => (ageOf(a) < ageOf(b) ? 1 : -1));
		const all = newest.values().map((one) => ({ sku, age: ageOf(one), value: valueOf(one, sku) }));
		const first = all.find(({ value }) => value !== null);
		return first ? [first as { sku: string; age: string; value: T }] : [];
	});
	return { next: page.pages?.next ?? '', threads: page.objects.length, found };
}

function ageOf({ thread, product }: Found): string {
	return `${product.merchProduct?.modificationDate ?? ''} ${thread.id ?? ''}`;
}
