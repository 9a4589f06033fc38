/**
 * Nike's product feed: only the fields that we use. Every field can be missing: the schema grows without notice, and
 * only `styleColor` and `status` are reliable. The formats of 2018 (`availableSkus`, `imageUrls`) and 2026 both occur.
 */
export interface FeedAnswer {
	pages?: { next?: string };
	objects: FeedThread[];
}

export interface FeedThread {
	id?: string;
	publishedContent?: {
		nodes?: FeedNode[];
		properties?: {
			seo?: { slug?: string };
			coverCard?: { properties?: FeedImages };
			products?: { styleColor?: string }[];
		};
	};
	productInfo?: FeedProduct[];
}

export interface FeedImages {
	squarishURL?: string;
	portraitURL?: string;
}

export interface FeedNode {
	nodes?: FeedNode[];
	properties?: FeedImages & { actions?: { actionType?: string; product?: { styleColor?: string } }[] };
}

export interface FeedProduct {
	availability?: { available?: boolean };
	merchProduct?: {
		id?: string;
		styleColor?: string;
		/** The stock pool of the region: `US`, `EU`, `JP`. */
		merchGroup?: string;
		status?: string;
		productType?: string;
		publishType?: string;
		commerceStartDate?: string;
		modificationDate?: string;
		preOrder?: boolean;
		isPromoExclusionMessage?: boolean;
	};
	merchPrice?: {
		currentPrice?: number;
		fullPrice?: number;
		currency?: string;
		discounted?: boolean;
		promoExclusions?: string[];
	};
	productContent?: {
		title?: string;
		fullTitle?: string;
		subtitle?: string;
		slug?: string;
		colorDescription?: string;
		descriptionHeading?: string;
		description?: string;
	};
	launchView?: { method?: string; startEntryDate?: string; stopEntryDate?: string };
	imageUrls?: { productImageUrl?: string };
	skus?: FeedSku[];
	availableGtins?: { gtin?: string; available?: boolean; level?: string }[];
	availableSkus?: { skuId?: string; available?: boolean; level?: string }[];
}

export interface FeedSku {
	id?: string;
	gtin?: string;
	nikeSize?: string;
	countrySpecifications?: { localizedSize?: string; localizedSizePrefix?: string }[];
}

/** A product and the thread that contains it. */
export interface Found {
	thread: FeedThread;
	product: FeedProduct;
}

/** Whether a 200 response is from the feed, and not in a changed format or from a bot wall that returns JSON. */
export function isFeedAnswer(body: unknown): body is FeedAnswer {
	const objects = (body as { objects?: unknown } | null)?.objects;
	return (
		isListOfObjects(objects) && objects.every(({ productInfo }) => productInfo == null || isListOfObjects(productInfo))
	);
}

function isListOfObjects(value: unknown): value is Record<string, unknown>[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
}
