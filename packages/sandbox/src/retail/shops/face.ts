import type { ShopProduct } from './product.ts';

/** A request to a shop. */
export interface FaceRequest {
	method: string;
	/** Below the shop's address: `/products/shoe`. Decoded. */
	path: string;
	query: URLSearchParams;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	/** The JSON of a POST. */
	body: unknown;
	/** The shop's address as the client uses it, without a trailing slash. */
	site: string;
	/** The sandbox's image server. */
	imagesUrl: string;
	/** The address of a picture of a product. */
	pictureOf: (sku: string) => string;
}

/** Redirects are relative to the shop's address. */
export type FaceAnswer =
	| { html: string; status?: number }
	| { text: string; status?: number }
	| { json: unknown; status?: number; headers?: Readonly<Record<string, string>> }
	| { redirect: string };

/** What a face knows about its shop. */
export interface FaceShop {
	/** Everything that the shop sells now, the newest listing first. */
	products(): ShopProduct[];
	/** The word that replaces the product's availability (`ShopChange.status`). */
	statusOf(sku: string): string | undefined;
}

/** How a kind of shop shows its products: addresses and answers. Answers follow from the products alone. */
export interface Face {
	/** The path of the front page, to which some shops redirect pages of products that they no longer sell. */
	front: string;
	/** A path that `robots.txt` disallows; product pages are allowed. */
	disallowed: string;
	/** The product's page: path and query below the shop's address. */
	pathOf(product: ShopProduct): string;
	/** Null for an address that such a shop does not have. */
	answer(request: FaceRequest, shop: FaceShop): FaceAnswer | null;
	/** The validator of this kind of shop's answers; unset if they have none. An assumption, except for Shopify's ETags. */
	validator?: 'etag' | 'last-modified';
}

/** The product whose page has the requested path, or undefined. Queries of links may differ. */
export function productAt({ path }: FaceRequest, shop: FaceShop, face: Pick<Face, 'pathOf'>): ShopProduct | undefined {
	const bare = (text: string) => text.replace(/\?.*$/, '').replace(/\/$/, '');
	return shop.products().find((product) => bare(face.pathOf(product)) === bare(path));
}
