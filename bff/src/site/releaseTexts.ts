import type { Release } from '@dropwire/contract';
import { BRANDS, MARKET_ZONES, minorDigits, REGION_NAMES } from '@dropwire/domain';

/** Releases that a preview of the page names. */
const NAMED = 3;

/** The next releases as a sentence, by the market's date; empty without one. */
export function nextReleases(releases: readonly Release[]): string {
	const next = releases.filter(({ state }) => state === 'announced').slice(0, NAMED);
	if (next.length === 0) return '';
	const texts = next.map(({ title, region, launchAt }) => {
		const date = new Date(launchAt).toLocaleDateString('en', {
			timeZone: MARKET_ZONES[region],
			day: 'numeric',
			month: 'long',
			year: 'numeric',
		});
		return `${title} (${REGION_NAMES[region]}, ${date})`;
	});
	return `Next: ${texts.join('; ')}.`;
}

/**
 * Releases as search engines read them (schema.org: ItemList of Product). Nothing that is unknown is claimed: a release
 * that is only announced is neither in stock nor to be ordered ahead.
 * @param url the page's
 */
export function releaseList(releases: readonly Release[], url: string): object {
	const planned = releases.filter(({ state }) => state !== 'cancelled');
	return {
		'@context': 'https://schema.org',
		'@type': 'ItemList',
		url,
		numberOfItems: planned.length,
		itemListElement: planned.map((release, at) => ({ '@type': 'ListItem', position: at + 1, item: product(release) })),
	};
}

function product({ brand, sku, title, image, url, region, launchAt, price, state, available }: Release): object {
	const releaseDate = new Date(launchAt).toISOString();
	const stock = available ? 'InStock' : 'OutOfStock';
	return {
		'@type': 'Product',
		name: title,
		sku,
		...(image !== null && { image }),
		releaseDate,
		offers: {
			'@type': 'Offer',
			availabilityStarts: releaseDate,
			areaServed: region,
			...(url !== null && { url }),
			// Who sells it: that need not be its maker.
			...(brand !== 'SHOPS' && { seller: { '@type': 'Organization', name: BRANDS[brand].name } }),
			...(price && {
				price: (price.current / 10 ** minorDigits(price.currency)).toFixed(minorDigits(price.currency)),
				priceCurrency: price.currency,
			}),
			...(state === 'live' && available !== null && { availability: `https://schema.org/${stock}` }),
		},
	};
}
