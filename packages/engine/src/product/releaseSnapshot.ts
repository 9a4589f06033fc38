import type { Brand, LaunchMethod, Region } from '@dropwire/domain';
import type { Price, ProductSnapshot } from '@dropwire/retailers';

/** A product of which only the release is known. */
export function releaseSnapshot({
	brand,
	sku,
	region,
	title,
	launchAt,
	method = null,
	entriesUntil = null,
	price = null,
	image = null,
	url = null,
}: {
	brand: Brand;
	sku: string;
	region: Region;
	title: string;
	launchAt: number;
	method?: LaunchMethod | null;
	entriesUntil?: number | null;
	price?: Price | null;
	image?: string | null;
	url?: string | null;
}): ProductSnapshot {
	return {
		brand,
		sku,
		region,
		title,
		subtitle: null,
		category: 'SHOES',
		status: null,
		price,
		launchAt,
		launchMethod: method,
		...(entriesUntil !== null && { entriesUntil }),
		available: null,
		sizes: [],
		promoExcluded: false,
		image,
		url,
	};
}
