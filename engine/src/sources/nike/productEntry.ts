import type { FeedNode, FeedProduct, FeedThread } from './feed.ts';

/** A product as the product query shows it (contract: "Product entry"). */
export interface ProductEntry {
	id: string;
	title: string;
	/** The SKU. */
	styleColor: string;
	subtitle: string;
	/** ISO 8601, or empty. */
	commerceStartDate: string;
	/** In the currency's major unit; null when none is told. */
	price: number | null;
	currency: string;
	discounted: boolean;
	isPromoExclusionMessage: boolean;
	colorDescription: string;
	slug: string;
	descriptionHeading: string;
	/** The retailer's own HTML: to be shown as text. */
	description: string;
	images: string[];
}

/** The entry of a SKU among the threads of an answer; null when it is in none. The newest of several stands. */
export function productEntry(threads: readonly FeedThread[], sku: string): ProductEntry | null {
	const found = threads.flatMap((thread) =>
		(thread.productInfo ?? []).flatMap((product) =>
			product.merchProduct?.styleColor === sku && product.merchProduct.id ? [{ thread, product }] : [],
		),
	);
	const [best] = found.sort((a, b) => (age(a.product) < age(b.product) ? 1 : -1));
	if (!best) return null;
	const { merchProduct: merch = {}, merchPrice: price, productContent: content = {} } = best.product;
	return {
		id: merch.id ?? '',
		title: content.fullTitle ?? content.title ?? sku,
		styleColor: sku,
		subtitle: content.subtitle ?? '',
		commerceStartDate: merch.commerceStartDate ?? '',
		price: price?.currentPrice ?? null,
		currency: price?.currency ?? '',
		discounted: price?.discounted === true,
		isPromoExclusionMessage: merch.isPromoExclusionMessage === true || price?.promoExclusions?.[0] === 'TRUE',
		colorDescription: content.colorDescription ?? '',
		slug: content.slug ?? '',
		descriptionHeading: content.descriptionHeading ?? '',
		description: content.description ?? '',
		images: imagesOf(best.thread, sku),
	};
}

function age({ merchProduct }: FeedProduct): string {
	return merchProduct?.modificationDate ?? '';
}

/** All pictures of the product's own cards where a thread shows several products, else of the whole thread; each once. */
function imagesOf(thread: FeedThread, sku: string): string[] {
	const nodes = thread.publishedContent?.nodes ?? [];
	const own = nodes.filter((node) => node.properties?.actions?.some((action) => action.product?.styleColor === sku));
	const several = (thread.productInfo?.length ?? 0) > 1;
	const cover = several ? [] : [thread.publishedContent?.properties?.coverCard?.properties?.squarishURL];
	const all = [...cover, ...below(own.length > 0 ? own : several ? [] : nodes)];
	const old = (thread.productInfo ?? []).find((product) => product.merchProduct?.styleColor === sku)?.imageUrls;
	return [...new Set([...all, old?.productImageUrl].filter((url): url is string => Boolean(url)))];
}

function below(nodes: readonly FeedNode[]): (string | undefined)[] {
	return nodes.flatMap((node) => [
		node.properties?.squarishURL || node.properties?.portraitURL,
		...below(node.nodes ?? []),
	]);
}
