import { minorDigits, type Region } from '@dropwire/domain';
import { evidenceOf } from '../../formats/reading.ts';
import type { Price, ProductSnapshot, SizeStock } from '../source.ts';
import { type AdidasAvailability, type AdidasProduct, imagesOf } from './format.ts';
import type { Site } from './sites.ts';

/** adidas does not count further: 15 means 15 or more. */
const COUNTS_UP_TO = 15;
/** Whether a product or size with this status can be bought; another status says nothing. */
const IS_IN_STOCK: Readonly<Record<string, boolean>> = { IN_STOCK: true, NOT_AVAILABLE: false, PREVIEW: false };

/** Builds a snapshot from a product's two answers. */
export function snapshotOf(
	product: AdidasProduct,
	availability: AdidasAvailability,
	{ region, sku, site }: { region: Region; sku: string; site: Site },
): ProductSnapshot {
	const available = IS_IN_STOCK[availability.availability_status] ?? null;
	const sizes = availability.variation_list.map(sizeOf);
	return {
		brand: 'ADIDAS',
		sku,
		region,
		title: product.name,
		subtitle: product.attribute_list?.color ?? null,
		category: 'HOT1',
		status: null,
		price: priceOf(product, site),
		launchAt: null,
		launchMethod: null,
		available,
		evidence: evidenceOf(available, sizes),
		sizes,
		promoExcluded: false,
		image: imagesOf(product)[0] ?? null,
		url: pageOf(product),
	};
}

function sizeOf({
	size,
	availability: count,
	availability_status: status,
}: AdidasAvailability['variation_list'][number]): SizeStock {
	return {
		size,
		available: count > 0 ? (IS_IN_STOCK[status] ?? null) : false,
		level: null,
		count,
		...(count >= COUNTS_UP_TO && { countIsMinimum: true }),
	};
}

function priceOf({ pricing_information: pricing }: AdidasProduct, { currency }: Site): Price | null {
	if (pricing?.currentPrice === undefined) return null;
	const minor = (amount: number) => Math.round(amount * 10 ** minorDigits(currency));
	return {
		current: minor(pricing.currentPrice),
		full: minor(pricing.standard_price ?? pricing.currentPrice),
		currency,
	};
}

/** Builds the page's URL: the canonical URL has no scheme. */
function pageOf({ meta_data: meta }: AdidasProduct): string | null {
	return meta?.canonical?.startsWith('//') ? `https:${meta.canonical}` : null;
}
