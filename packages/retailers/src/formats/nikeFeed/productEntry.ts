import type { ProductEntry } from '../../snapshot/snapshot.ts';
import type { FeedNode, FeedThread, Found } from './feed.ts';
import { unlessStrange } from './unlessStrange.ts';

/** The entry of a product; null for one without an ID. */
export function productEntry(best: Found, sku: string): ProductEntry | null {
	if (!best.product.merchProduct?.id) return null;
	const { merchPrice: price } = best.product;
	const [merch, content] = [best.product.merchProduct, best.product.productContent ?? {}];
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
		images: unlessStrange(() => imagesOf(best.thread, sku)) ?? [],
	};
}

/**
 * All pictures of the product's own cards if a thread shows several products, otherwise of the whole thread, without
 * duplicates.
 */
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
