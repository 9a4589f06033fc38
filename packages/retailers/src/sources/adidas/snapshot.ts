import { type Region, type StockState, stockOf } from '@dropwire/domain';
import { absoluteUrl } from '../../formats/fields.ts';
import { priceOf } from '../../formats/money.ts';
import { evidenceOf, mergedSizes, productStock, soldAs } from '../../formats/reading.ts';
import type { ProductSnapshot, SizeStock } from '../../snapshot/snapshot.ts';
import { type AdidasAvailability, type AdidasProduct, imagesOf } from '../../formats/adidas/product.ts';
import type { Site } from './sites.ts';

/** adidas' website, for relative links. */
const SITE = 'https://www.adidas.com';
/** adidas does not count further: 15 means 15 or more. */
const COUNTS_UP_TO = 15;
/** What the status of a product or size says; another status says nothing. */
const STATES: Readonly<Record<string, StockState>> = { IN_STOCK: 'in_stock', NOT_AVAILABLE: 'out', PREVIEW: 'preview' };

/** Builds a snapshot from a product's two answers. */
export function snapshotOf(
	product: AdidasProduct,
	availability: AdidasAvailability,
	{ region, sku, site }: { region: Region; sku: string; site: Site },
): ProductSnapshot {
	const status = STATES[availability.availability_status] ?? 'unknown';
	const sold = soldStateOf(product) ?? (status === 'preview' ? status : undefined);
	const sizes = mergedSizes(availability.variation_list.map((size) => soldAs(sold, sizeOf(size))));
	const own = soldAs(sold, stockOf(status));
	const stock = productStock(own, sizes);
	const { color } = product.attribute_list ?? {};
	const { currentPrice, standard_price: fullPrice } = product.pricing_information ?? {};
	return {
		brand: 'ADIDAS',
		sku,
		region,
		title: product.name,
		subtitle: color ?? null,
		...(color && { color }),
		category: 'HOT1',
		status: null,
		price: priceOf(currentPrice, fullPrice, site.currency),
		launchAt: null,
		launchMethod: null,
		...stock,
		evidence: evidenceOf(stock.available, sizes),
		sizes,
		promoExcluded: false,
		image: imagesOf(product)[0] ?? null,
		url: pageOf(product),
	};
}

/** How a product is sold that is not simply on sale, whatever is in stock. */
function soldStateOf({ attribute_list: flags = {} }: AdidasProduct): StockState | undefined {
	if (flags.isInPreview === true) return 'preview';
	if (flags.is_orderable === false) return 'out';
	return flags.isWaitingRoomProduct === true ? 'queue' : undefined;
}

function sizeOf({
	size,
	availability: count,
	availability_status: status,
}: AdidasAvailability['variation_list'][number]): SizeStock {
	return {
		size,
		...stockOf(count > 0 ? (STATES[status] ?? 'unknown') : 'out'),
		level: null,
		count,
		...(count >= COUNTS_UP_TO && { countIsMinimum: true }),
	};
}

/** The page's URL. The recorded one has no scheme. */
function pageOf({ meta_data: meta }: AdidasProduct): string | null {
	return absoluteUrl(meta?.canonical, SITE);
}
