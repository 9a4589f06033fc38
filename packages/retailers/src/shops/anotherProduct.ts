import { type BrandEntry, BRANDS, brandOfLink } from '@dropwire/domain';

/**
 * Whether a link led to the page of another product, as shops redirect links of products that they no longer sell. Only
 * brands whose links name their SKU say so.
 * @param found the link after all redirects
 */
export function isAnotherProduct(link: string, found: string): boolean {
	const brand = brandOfLink(link);
	if (brand === null) return false;
	const { skuOfLink }: BrandEntry = BRANDS[brand];
	const [asked, other] = [skuOfLink?.(link) ?? null, skuOfLink?.(found) ?? null];
	return asked !== null && other !== null && asked !== other;
}
