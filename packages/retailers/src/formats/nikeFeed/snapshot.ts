import { blockedReason, PRODUCT_STATUSES, type ProductStatus, type Region } from '@dropwire/domain';
import { priceOf } from '../money.ts';
import { mergeNikeStock, type NikeStock } from '../nike/stock.ts';
import { evidenceOf, mergedSizes, soldAs } from '../reading.ts';
import type { ProductSnapshot, SizeStock } from '../../snapshot/snapshot.ts';
import type { Answer } from '../../snapshot/answer.ts';
import type { FeedImages, FeedNode, FeedProduct, FeedSku, FeedThread, Found } from './feed.ts';
import { unlessStrange } from './unlessStrange.ts';
import { withCartLink } from '../nike/withCartLink.ts';

const STATUSES: ReadonlySet<string> = new Set(PRODUCT_STATUSES);
const LEVELS: ReadonlySet<string> = new Set(['HIGH', 'MEDIUM', 'LOW', 'OOS']);
const METHODS: ReadonlySet<string> = new Set(['LEO', 'DAN', 'FLOW']);

/** Stock by gtin. */
export type Stock = ReadonlyMap<string, NikeStock>;

/** The answer for one SKU. @param stock from the stock service, if it was asked */
export function answerFor(found: Found, region: Region, sku: string, stock?: Stock): Answer {
	const status = found.product.merchProduct?.status;
	if (status == null || !STATUSES.has(status)) {
		const what = status == null ? 'missing' : `"${status.slice(0, 40)}", which is unknown`;
		const reason = blockedReason('changed format', `the feed's merchProduct.status is ${what}`);
		return { kind: 'blocked', reason, retryAfterMs: null };
	}
	return { kind: 'read', snapshot: snapshotOf(found, { region, sku, status: status as ProductStatus, stock }) };
}

function snapshotOf(
	{ thread, product }: Found,
	{ region, sku, status, stock }: { region: Region; sku: string; status: ProductStatus; stock: Stock | undefined },
): ProductSnapshot {
	const { launchView: launch, merchPrice } = product;
	const [merch, content] = [product.merchProduct ?? {}, product.productContent ?? {}];
	const method = launch?.method ?? merch.publishType;
	const entriesUntil = timeOf(launch?.stopEntryDate);
	const url = pageOf(thread, product, region, sku);
	const state = merch.preOrder === true ? 'preorder' : undefined;
	const listed = sizesOf(product, stock);
	const isListed = listed.some((size) => size.available) ? true : null;
	const sizes = listed.map((size) => soldAs(state, withCartLink(size, url)));
	const own = soldAs(state, { available: product.availability?.available ?? isListed });
	return {
		brand: 'NIKE',
		sku,
		region,
		title: content.fullTitle ?? content.title ?? sku,
		subtitle: content.subtitle ?? null,
		...(content.colorDescription && { color: content.colorDescription }),
		category: merch.productType === 'FOOTWEAR' ? 'SHOES' : 'EQUIPMENT',
		status,
		price: priceOf(merchPrice?.currentPrice, merchPrice?.fullPrice, merchPrice?.currency),
		launchAt: timeOf(launch?.startEntryDate) ?? timeOf(merch.commerceStartDate),
		launchMethod: method !== undefined && METHODS.has(method) ? (method as ProductSnapshot['launchMethod']) : null,
		...(entriesUntil !== null && { entriesUntil }),
		...own,
		evidence: evidenceOf(own.available, sizes),
		sizes,
		promoExcluded: merch.isPromoExclusionMessage === true || merchPrice?.promoExclusions?.[0] === 'TRUE',
		image: unlessStrange(() => imageOf(thread, product, sku)),
		url,
	};
}

function timeOf(text: string | undefined): number | null {
	const time = Date.parse(text ?? '');
	// Not a number, or the year 1 of a shop's system.
	return time >= 0 ? time : null;
}

/**
 * Whether the feed reports stock without its levels: a product on sale has available sizes of which one has no level.
 */
export function isWithoutLevels({ product }: Found): boolean {
	const status = product.merchProduct?.status;
	if (product.availability?.available !== true || (status !== 'ACTIVE' && status !== 'CLOSEOUT')) return false;
	// The service knows sizes by their gtin only.
	if (!product.skus?.every(({ gtin }) => gtin)) return false;
	return sizesOf(product).some(({ available, level }) => available !== false && level === null);
}

/**
 * Matches stock to sizes by gtin (2026) or SKU ID (2018), in any order. A size without a stock entry is out of stock. If a
 * product that can be bought has no entries at all, or nothing says whether it can, its sizes are unknown.
 * @param newer from the stock service; it replaces the feed's stock
 */
function sizesOf(
	{ skus, availability, availableGtins, availableSkus }: FeedProduct,
	newer: Stock = new Map(),
): SizeStock[] {
	const isStated = availableGtins != null || availableSkus != null || availability?.available === false;
	const stock = new Map<string | undefined, { available?: boolean; level?: string }>();
	for (const row of availableGtins ?? []) stock.set(row.gtin, row);
	for (const row of availableSkus ?? []) stock.set(row.skuId, row);
	const sizes = (skus ?? []).map((sku) => {
		const row = (sku.gtin && stock.get(sku.gtin)) || (sku.id && stock.get(sku.id)) || undefined;
		return {
			gtin: sku.gtin ?? '',
			size: sizeName(sku),
			available: isStated ? row?.available === true : null,
			level: row?.level !== undefined && LEVELS.has(row.level) ? (row.level as SizeStock['level']) : null,
			count: null,
		};
	});
	return mergedSizes(mergeNikeStock(sizes, newer));
}

/** The name of each size by its gtin. */
export function sizeNames({ skus = [] }: FeedProduct): [gtin: string, size: string][] {
	return skus.flatMap((sku) => (sku.gtin ? [[sku.gtin, sizeName(sku)] as [string, string]] : []));
}

function sizeName({ countrySpecifications, nikeSize }: FeedSku): string {
	const { localizedSize, localizedSizePrefix } = countrySpecifications?.[0] ?? {};
	if (!localizedSize) return nikeSize ?? '?';
	return localizedSizePrefix ? `${localizedSizePrefix} ${localizedSize}` : localizedSize;
}

/** The picture of the product's own card if a thread shows several products, otherwise of the thread's cover. */
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

/** nike.com's URL format: no country for the US, a country path for the others. */
function pageOf(thread: FeedThread, product: FeedProduct, region: Region, sku: string): string | null {
	const shop = `https://www.nike.com${region === 'US' ? '' : `/${region.toLowerCase()}`}`;
	const slug = product.productContent?.slug;
	if (slug) return `${shop}/t/${encodeURIComponent(slug)}/${sku}`;
	const snkrs = thread.publishedContent?.properties?.seo?.slug;
	return snkrs && product.merchProduct?.publishType === 'LAUNCH'
		? `${shop}/launch/t/${encodeURIComponent(snkrs)}`
		: null;
}
