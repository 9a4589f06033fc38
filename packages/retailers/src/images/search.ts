import { type Brand, type ImageBrand, PADDING_NAMES, type PaddingName, type Paddings } from '@dropwire/domain';
import { LRUCache } from 'lru-cache';
import type { ProductQuery } from '../products/query.ts';
import type { ImageFetcher } from './fetchImage.ts';
import { IMAGE_SERVERS, type ImageHost, type ImageServer, type Look, sourceNames } from './sources.ts';

export interface ImageQuestion {
	brand: ImageBrand;
	sku: string;
	/** Six hex digits. */
	color: string;
	transparent: boolean;
	paddings: Paddings;
	/** Nike only: includes the fourth mirror. */
	all?: boolean;
}

/** A picture that exists. */
export interface FoundPicture {
	url: string;
	/** The name of the padding that belongs to it; null beyond the eighth view. */
	view: PaddingName | null;
	/** Whether the host draws background, transparency and padding. If not, the URL is that of the picture as it is. */
	rendered: boolean;
}

/** The existing pictures of one mirror. */
export interface Mirror {
	/** The name of its source. */
	source: string;
	pictures: FoundPicture[];
	/** Whether there can be more: its host did not answer for each of them. */
	incomplete: boolean;
}

export interface ImageSearch {
	/** The mirrors in their order. @throws Error when no source answered */
	find(question: ImageQuestion): Promise<Mirror[]>;
}

export interface ImageSearchOptions {
	fetcher: ImageFetcher;
	hosts: Readonly<Record<ImageHost, string>>;
	products: ProductQuery;
	/** The maximum duration of one search, ms. */
	budgetMs?: number;
}

const HOUR = 3_600_000;
/** Existing pictures are cached longer, because they stay; a missing picture can appear at any time. */
const THERE_MS = 6 * HOUR;
const ABSENT_MS = HOUR / 12;
const MAX_KNOWN = 20_000;
/** The pictures in a brand's product data. A person who changes the background asks for them again and again. */
const LISTED_MS = HOUR / 12;
const MAX_LISTED = 500;
const BUDGET_MS = 10_000;

/** Finds a product's pictures on its brand's servers. Every URL is checked before it is listed. */
export function createImageSearch({ fetcher, hosts, products, budgetMs = BUDGET_MS }: ImageSearchOptions): ImageSearch {
	const known = new LRUCache<string, { there: boolean }>({ max: MAX_KNOWN });
	const lists = new LRUCache<string, string[]>({ max: MAX_LISTED, ttl: LISTED_MS });

	/** @returns null if unknown */
	async function isThere(probe: string, ask: () => Promise<boolean>): Promise<boolean | null> {
		const before = known.get(probe);
		if (before) return before.there;
		try {
			const there = await ask();
			known.set(probe, { there }, { ttl: there ? THERE_MS : ABSENT_MS });
			return there;
		} catch {
			// An unknown result is not cached.
			return null;
		}
	}

	async function onServer(
		server: ImageServer,
		{ sku, color, transparent, paddings }: ImageQuestion,
		signal: AbortSignal,
	) {
		const plain: Look = { color: 'ffffff', transparent: false, padding: 0 };
		return Promise.all(
			server.views.map(async (view, index) => {
				const name = PADDING_NAMES[index] ?? null;
				const path = server.path(sku, view, { color, transparent, padding: name ? paddings[name] : 0 });
				// Whether a picture exists does not depend on its colour, so this is checked only once.
				const probePath = server.path(sku, view, plain);
				if (path === null || probePath === null) return { picture: null, known: true };
				const origin = hosts[server.host];
				const probe = `${origin}${probePath}`;
				const there = await isThere(probe, () =>
					server.asks === 'scene7' ? scene7Exists(fetcher, probe, signal) : fetcher.exists(probe, signal),
				);
				const picture = there ? { url: `${origin}${path}`, view: name, rendered: true } : null;
				return { picture, known: there !== null };
			}),
		);
	}

	/** The pictures from a shop whose URLs respond with a picture; null for the others. */
	async function thoseThere(pictures: readonly FoundPicture[], signal: AbortSignal) {
		return Promise.all(
			pictures.map(async (picture) => {
				const there = await isThere(picture.url, () => fetcher.exists(picture.url, signal));
				return { picture: there ? picture : null, known: there !== null };
			}),
		);
	}

	/** The URLs in a brand's own product data, over all regions. */
	async function listed(sku: string, source: Brand): Promise<string[]> {
		const key = `${source} ${sku}`;
		const before = lists.get(key);
		if (before) return before;
		const { found, failed } = await products.find(sku, source);
		const images = [...found.values()].flatMap(({ entry }) => entry.images);
		const list = [...new Set(images)].slice(0, 20);
		// The regions that answered do not sell it; those that did not can.
		if (list.length === 0 && failed.length > 0) throw new Error(`No answer from ${failed.join(', ')}`);
		if (list.length > 0 && failed.length === 0) lists.set(key, list);
		return list;
	}

	return {
		async find(question) {
			const { brand, sku, color, transparent, paddings, all } = question;
			const signal = AbortSignal.timeout(budgetMs);
			const mirrors =
				brand === 'adidas'
					? [
							listed(sku, 'ADIDAS').then((list) =>
								thoseThere(
									inViews(list).map(({ url, view }) => ({
										view,
										...adidasPicture(url, hosts.ADIDAS_IMAGE, {
											color,
											transparent,
											padding: view ? paddings[view] : 0,
										}),
									})),
									signal,
								),
							),
						]
					: IMAGE_SERVERS[brand].map((server) => onServer(server, question, signal));
			if (brand === 'nike') {
				const feed = listed(sku, 'NIKE');
				mirrors.push(feed.then((list) => thoseThere(inViews(list), signal)));
				if (all) mirrors.push(feed.then((list) => thoseThere(inViews(list.map(largest)), signal)));
			}
			const answers = await Promise.allSettled(mirrors);
			const answered = answers.some(
				(answer) =>
					answer.status === 'fulfilled' && (answer.value.length === 0 || answer.value.some((one) => one.known)),
			);
			if (!answered) throw new Error('No image source answered');
			const names = sourceNames(brand, all === true);
			return answers.map((answer, index) => {
				const source = names[index] ?? '';
				if (answer.status === 'rejected') return { source, pictures: [], incomplete: true };
				const pictures = answer.value.flatMap(({ picture }) => picture ?? []);
				return { source, pictures, incomplete: answer.value.some(({ known: isKnown }) => !isKnown) };
			});
		},
	};
}

/** Scene7's own check (its documentation, `req=exists`): other requests for a missing picture return a replacement. */
async function scene7Exists(fetcher: ImageFetcher, address: string, signal: AbortSignal): Promise<boolean> {
	const url = new URL(address);
	url.search = '?req=exists,json';
	const { status, body } = await fetcher.text(url.href, signal);
	if (status === 404) return false;
	const [, exists] = /catalogRecord\.exists"?\s*[:=]\s*"?([01])/.exec(body) ?? [];
	if (status !== 200 || exists === undefined) throw new Error(`Scene7 answered ${status}`);
	return exists === '1';
}

/** Nike's Cloudinary: only the path step before the picture's ID can be changed. */
function largest(address: string): string {
	return address.replace(/\/t_prod_[a-z]+\/w_\d+,c_limit\//, '/t_PDP_1728_v1/f_auto,q_auto:eco/');
}

/** The pictures of a shop's product data: they belong to the views in their order, and are as the shop shows them. */
function inViews(urls: readonly string[]): FoundPicture[] {
	return urls.map((url, index) => ({ url, view: PADDING_NAMES[index] ?? null, rendered: false }));
}

/** adidas' Cloudinary: the first path step can be chosen freely, in addresses that have one. */
function adidasPicture(address: string, host: string, { color, transparent, padding }: Look) {
	const side = 2000 + 2 * padding;
	const background = transparent ? 'f_png,c_pad,b_transparent' : `f_auto,q_auto,c_pad,b_rgb:${color}`;
	const { pathname } = new URL(address);
	const [, picture] = /\/images\/[^/]*[wh]_\d+[^/]*\/(.+)$/.exec(pathname) ?? [];
	return picture
		? { url: `${host}/images/w_${side},h_${side},${background}/${picture}`, rendered: true }
		: { url: `${host}${pathname}`, rendered: false };
}
