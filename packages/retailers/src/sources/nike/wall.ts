import { blockedReason, type Region } from '@dropwire/domain';
import type { JsonClient } from '../../fetching/jsonClient.ts';
import { type NikeWall, readNikeWall } from '../../formats/nike/wall.ts';
import { isRefused, type ShopReading, type ShopRefusal } from '../../formats/reading.ts';
import { type ListPage, readPages, searchResult, unsentPage } from '../searchPages.ts';
import type { Blocked, FailedSearch, FoundProduct, PartialSearch } from '../../snapshot/answer.ts';
import { wallPath } from './marketplaces.ts';

/** Nike's website: links in its answers can be relative to it. */
export const NIKE_SITE = 'https://www.nike.com';
/** The maximum number of pages of one wall. */
export const MAX_WALL_PAGES = 5;

/** The products of a wall, and why a page is missing; null if none is. */
export interface WallProducts {
	products: ShopReading[];
	blocked: Blocked | null;
}

/** The products that Nike's search finds. Shop errors never cause a rejection; only an aborted `signal` does. */
export async function searchWall(
	client: JsonClient,
	region: Region,
	{ keywords, from, signal }: { keywords: string; from: string | null; signal: AbortSignal },
): Promise<FoundProduct[] | PartialSearch | FailedSearch> {
	const readPage = async (position: string | null): Promise<ListPage | Blocked> => {
		let wall = await wallPage(client, position ?? wallPath(region, { keywords }), signal);
		if ('products' in wall && position === null && wall.redirect !== null) {
			wall = await wallPage(client, wallPath(region, { path: wall.redirect }), signal);
		}
		if ('kind' in wall) return wall;
		const { products, next } = wall;
		return { found: products.map(foundProduct), isEmpty: products.length === 0, next };
	};
	return searchResult(await readPages(readPage, from, MAX_WALL_PAGES));
}

/** A wall from its first page on, at most `MAX_WALL_PAGES`. */
export async function restOfWall(client: JsonClient, first: NikeWall, signal: AbortSignal): Promise<WallProducts> {
	const products = new Map(first.products.map((product) => [product.sku, product]));
	let { next } = first;
	for (let pages = 1; next !== null && pages < MAX_WALL_PAGES; pages++) {
		const page: NikeWall | Blocked = await wallPage(client, next, signal);
		if ('kind' in page) {
			const { isOwn: _, ...blocked } = page;
			return { products: [...products.values()], blocked };
		}
		for (const product of page.products) products.set(product.sku, product);
		next = page.next;
	}
	return { products: [...products.values()], blocked: null };
}

async function wallPage(client: JsonClient, path: string, signal: AbortSignal): Promise<NikeWall | Blocked> {
	const answer = await client.get(path, signal);
	if ('blocked' in answer) return unsentPage(answer);
	const wall = readNikeWall('json' in answer ? answer.json : undefined, NIKE_SITE);
	if (!isRefused(wall)) return wall;
	return { ...refused(wall), ...(wall.code !== 'wall' && { isOwn: true }) };
}

/** An answer of Nike that could not be read, for operators. */
export function refused({ code, message }: ShopRefusal): Blocked {
	const kind = code === 'wall' ? 'wall page' : 'changed format';
	return { kind: 'blocked', reason: blockedReason(kind, message), retryAfterMs: null };
}

/** A product of a wall in the format of a search. */
export function foundProduct({ sku, title, url, price, image }: ShopReading): FoundProduct {
	return { sku: sku ?? title, title, link: url, price, image };
}
