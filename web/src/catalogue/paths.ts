import { PAGES } from '@dropwire/contract';

/** The path of a product's page. */
export function productPath(brand: string, sku: string): string {
	return PAGES.product.replace(':brand', encodeURIComponent(brand)).replace(':sku', encodeURIComponent(sku));
}
