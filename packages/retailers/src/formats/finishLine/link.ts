/** The three IDs of a product of JD Sports (US) and Finish Line; `prodNNN` cannot be derived from the SKU. */
export interface FinishLineIds {
	productId: string;
	styleId: string;
	colorId: string;
}

/** The IDs in a link like `/store/product/{name}/prod123?styleId=DZ5485&colorId=612`; null for another link. */
export function idsInLink(link: string): FinishLineIds | null {
	const url = URL.parse(link);
	const productId = /^\/store\/product\/[^/]+\/(prod\d+)\/?$/i.exec(url?.pathname ?? '')?.[1];
	const styleId = url?.searchParams.get('styleId');
	const colorId = url?.searchParams.get('colorId');
	return productId && styleId && colorId ? { productId, styleId, colorId } : null;
}

/** The SKU of a product's events. */
export function skuOf({ styleId, colorId }: FinishLineIds): string {
	return `${styleId}-${colorId}`;
}
