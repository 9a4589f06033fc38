import { brandOfLink, BRANDS, type Keywords, sourceNameOf } from '@dropwire/domain';
import type { Source } from '@dropwire/retailers';
import { invalidInput } from '../http/errors.ts';
import { linkProblem } from '../http/publicUrl.ts';
import type { ServerSettings } from '../settings.ts';

/** The sources whose shops can be searched. */
export function searchable(sources: readonly Source[]): Source[] {
	return sources.filter((source) => 'search' in source);
}

/** Whether the source searches the shop that a watch names. */
export function isAnyShop({ byLink }: Source): boolean {
	return byLink === 'each host';
}

/**
 * The source to search, and the origin of the shop if it searches any.
 * @throws CallError 400 for a source that cannot be searched in the region, for a shop that is missing or cannot be
 * fetched, and for prices in the wrong order
 */
export function placeOf(
	all: readonly Source[],
	settings: ServerSettings,
	{ source: name, region, shop, ...keywords }: Keywords & { source: string; region: string; shop?: string | undefined },
): { source: Source; shop: string | null } {
	const sources = searchable(all);
	const source = sources.find((one) => sourceNameOf(one) === name);
	if (!source) {
		const names = sources.map(sourceNameOf).join(', ');
		throw invalidInput({ source: `must be one of ${names}, and ${JSON.stringify(name)} is not` });
	}
	if (!source.regions.some((one) => one === region)) {
		throw invalidInput({ region: `must be one of ${source.regions.join(', ')} for ${name}` });
	}
	const { minPrice, maxPrice } = keywords;
	if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
		throw invalidInput({ maxPrice: `must be at least minPrice, which is ${minPrice}` });
	}
	return { source, shop: shopOf(source, shop, settings) };
}

function shopOf(source: Source, shop: string | undefined, settings: ServerSettings): string | null {
	const name = sourceNameOf(source);
	if (!isAnyShop(source)) {
		if (shop === undefined) return null;
		throw invalidInput({ shop: `must be omitted: ${name} is one shop` });
	}
	if (shop === undefined) throw invalidInput({ shop: 'must be the address of the shop, such as https://shop.example' });
	const { origin } = new URL(shop);
	if (settings.PRIVATE_SHOPS.includes(origin)) return origin;
	const problem = origin.startsWith('https:') ? linkProblem(shop, settings) : 'must begin with https://';
	if (problem !== null) throw invalidInput({ shop: problem });
	const brand = brandOfLink(shop);
	if (brand !== null) throw invalidInput({ shop: `is the shop of ${BRANDS[brand].name}, which ${name} does not read` });
	return origin;
}
