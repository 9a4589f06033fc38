import { PRODUCT_STATUSES, type ProductStatus, type Region } from '@dropwire/db/topics';
import { minorDigits } from '../money.ts';
import type { Answer, Price, ProductSnapshot, SizeStock } from '../source.ts';
import type { FeedImages, FeedNode, FeedProduct, FeedSku, FeedThread } from './feed.ts';

const STATUSES: ReadonlySet<string> = new Set(PRODUCT_STATUSES);
const LEVELS: ReadonlySet<string> = new Set(['HIGH', 'MEDIUM', 'LOW', 'OOS']);
const METHODS: ReadonlySet<string> = new Set(['LEO', 'DAN', 'FLOW']);

/** A product and the thread in which it was found. */
interface Found {
	thread: FeedThread;
	product: FeedProduct;
}

/**
 * What the threads say of one SKU. Several threads may carry the same product (its own, a collection, two equal ones);
 * the choice among them does not depend on their order. Not in any of them: gone.
 */
export function answerFor(threads: readonly FeedThread[], region: Region, sku: string): Answer {
	const found = threads.flatMap((thread) =>
		(thread.productInfo ?? [])
			.filter((product) => product.merchProduct?.styleColor === sku)
			.map((product) => ({ thread, product })),
	);
	const best = found.sort(newestFirst)[0];
	if (!best) return { kind: 'gone' };
	const status = best.product.merchProduct?.status;
	if (status === undefined || !STATUSES.has(status)) {
		const reason = `The feed's merchProduct.status is ${status === undefined ? 'missing' : `"${status.slice(0, 40)}", which is unknown`}`;
		return { kind: 'blocked', reason, retryAfterMs: null };
	}
	return { kind: 'read', snapshot: snapshotOf(best, region, sku, status as ProductStatus) };
}

function newestFirst(a: Found, b: Found): number {
	const key = ({ thread, product }: Found) => `${product.merchProduct?.modificationDate ?? ''} ${thread.id ?? ''}`;
	return key(a) < key(b) ? 1 : -1;
}

function snapshotOf({ thread, product }: Found, region: Region, sku: string, status: ProductStatus): ProductSnapshot {
	const { merchProduct: merch = {}, productContent: content = {}, launchView: launch, merchPrice } = product;
	const method = launch?.method ?? merch.publishType;
	return {
		brand: 'NIKE',
		sku,
		region,
		title: content.fullTitle ?? content.title ?? sku,
		subtitle: content.subtitle ?? null,
		category: merch.productType === 'FOOTWEAR' ? 'SHOES' : 'EQUIPMENT',
		status,
		price: priceOf(merchPrice),
		launchAt: timeOf(launch?.startEntryDate) ?? timeOf(merch.commerceStartDate),
		launchMethod: method !== undefined && METHODS.has(method) ? (method as ProductSnapshot['launchMethod']) : null,
		available: product.availability?.available === true,
		sizes: sizesOf(product),
		promoExcluded: merch.isPromoExclusionMessage === true || merchPrice?.promoExclusions?.[0] === 'TRUE',
		image: imageOf(thread, product, sku),
		url: pageOf(thread, product, region, sku),
	};
}

function priceOf(price: FeedProduct['merchPrice']): Price | null {
	const { currentPrice, fullPrice, currency } = price ?? {};
	if (typeof currentPrice !== 'number' || typeof currency !== 'string') return null;
	const minor = (amount: number) => Math.round(amount * 10 ** minorDigits(currency));
	return { current: minor(currentPrice), full: minor(fullPrice ?? currentPrice), currency };
}

function timeOf(text: string | undefined): number | null {
	const time = Date.parse(text ?? '');
	return Number.isNaN(time) ? null : time;
}

/** Stock joins sizes by gtin (2026) or sku id (2018), in whatever order it comes. A size without a row is not stocked. */
function sizesOf({ skus = [], availableGtins, availableSkus }: FeedProduct): SizeStock[] {
	const stock = new Map<string | undefined, { available?: boolean; level?: string }>();
	for (const row of availableGtins ?? []) stock.set(row.gtin, row);
	for (const row of availableSkus ?? []) stock.set(row.skuId, row);
	return skus.map((sku) => {
		const row = (sku.gtin && stock.get(sku.gtin)) || (sku.id && stock.get(sku.id)) || undefined;
		return {
			size: sizeName(sku),
			available: row?.available === true,
			level: row?.level !== undefined && LEVELS.has(row.level) ? (row.level as SizeStock['level']) : null,
			count: null,
		};
	});
}

function sizeName({ countrySpecifications, nikeSize }: FeedSku): string {
	const { localizedSize, localizedSizePrefix } = countrySpecifications?.[0] ?? {};
	if (!localizedSize) return nikeSize ?? '?';
	return localizedSizePrefix ? `${localizedSizePrefix} ${localizedSize}` : localizedSize;
}

/** The product's own card where a thread shows several products, else the thread's cover. */
function imageOf(thread: FeedThread, product: FeedProduct, sku: string): string | null {
	const nodes = thread.publishedContent?.nodes ?? [];
	const own = nodes.find((node) => node.properties?.actions?.some((action) => action.product?.styleColor === sku));
	const several = (thread.productInfo?.length ?? 0) > 1;
	return (
		(own && firstImage([own])) ??
		product.imageUrls?.productImageUrl ??
		(several ? undefined : address(thread.publishedContent?.properties?.coverCard?.properties)) ??
		firstImage(nodes) ??
		null
	);
}

function firstImage(nodes: readonly FeedNode[]): string | undefined {
	for (const node of nodes) {
		const image = address(node.properties) ?? firstImage(node.nodes ?? []);
		if (image) return image;
	}
	return undefined;
}

function address(images: FeedImages | undefined): string | undefined {
	return images?.squarishURL || images?.portraitURL || undefined;
}

/** nike.com's own address forms: the US without a country, the others below it. */
function pageOf(thread: FeedThread, product: FeedProduct, region: Region, sku: string): string | null {
	const shop = `https://www.nike.com${region === 'US' ? '' : `/${region.toLowerCase()}`}`;
	const slug = product.productContent?.slug;
	if (slug) return `${shop}/t/${encodeURIComponent(slug)}/${sku}`;
	const snkrs = thread.publishedContent?.properties?.seo?.slug;
	return snkrs && product.merchProduct?.publishType === 'LAUNCH'
		? `${shop}/launch/t/${encodeURIComponent(snkrs)}`
		: null;
}
