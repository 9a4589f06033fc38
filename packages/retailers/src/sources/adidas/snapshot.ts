import type { Region } from '@dropwire/domain';
import { absoluteUrl } from '../../formats/fields.ts';
import { priceOf } from '../../formats/money.ts';
import { evidenceOf } from '../../formats/reading.ts';
import type { ProductSnapshot, SizeStock } from '../source.ts';
import { type AdidasAvailability, type AdidasProduct, imagesOf } from './format.ts';
import type { Site } from './sites.ts';

/** adidas' website, for relative links. */
const SITE = 'https://www.adidas.com';
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
	const { currentPrice, standard_price: fullPrice } = product.pricing_information ?? {};
	return {
		brand: 'ADIDAS',
		sku,
		region,
		title: product.name,
		subtitle: product.attribute_list?.color ?? null,
		category: 'HOT1',
		status: null,
		price: priceOf(currentPrice, fullPrice, site.currency),
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

/** The page's URL. The recorded one has no scheme. */
function pageOf({ meta_data: meta }: AdidasProduct): string | null {
	return absoluteUrl(meta?.canonical, SITE);
}
