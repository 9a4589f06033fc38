import { type ImageBrand, PADDING_NAMES, type Paddings } from '@dropwire/db/topics';
import { LRUCache } from 'lru-cache';
import type { ProductQuery } from '../products/query.ts';
import type { ImageFetcher } from './fetchImage.ts';
import { IMAGE_SERVERS, type ImageHost, type ImageServer, type Look } from './sources.ts';

export interface ImageQuestion {
	brand: ImageBrand;
	sku: string;
	/** Six hex digits. */
	color: string;
	transparent: boolean;
	paddings: Paddings;
	/** Nike: the fourth mirror too. */
	all?: boolean;
}

export interface ImageSearch {
	/** Mirrors in order, each a list of addresses of pictures that exist. @throws Error when no source could be asked at all */
	find(question: ImageQuestion): Promise<string[][]>;
}

export interface ImageSearchOptions {
	fetcher: ImageFetcher;
	hosts: Readonly<Record<ImageHost, string>>;
	/** Where adidas tells of a product, with its pictures. */
	adidasApiUrl: string;
	products: ProductQuery;
	/** How long one search may take, ms. */
	budgetMs?: number;
}

const HOUR = 3_600_000;
/** A picture that is there stays; one that is not may come any minute. */
const THERE_MS = 6 * HOUR;
const ABSENT_MS = HOUR / 12;
const MOST_KNOWN = 20_000;
const BUDGET_MS = 10_000;

/** Finds a product's pictures at its brand's servers: every address is checked before it is listed. */
export function createImageSearch({
	fetcher,
	hosts,
	adidasApiUrl,
	products,
	budgetMs = BUDGET_MS,
}: ImageSearchOptions): ImageSearch {
	const known = new LRUCache<string, { there: boolean }>({ max: MOST_KNOWN });

	/** @returns null when it could not be told */
	async function isThere(probe: string, ask: () => Promise<boolean>): Promise<boolean | null> {
		const before = known.get(probe);
		if (before) return before.there;
		try {
			const there = await ask();
			known.set(probe, { there }, { ttl: there ? THERE_MS : ABSENT_MS });
			return there;
		} catch {
			// Not known is neither there nor absent, and is not remembered.
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
				const padding = paddings[PADDING_NAMES[index] ?? 'H'] * (index < PADDING_NAMES.length ? 1 : 0);
				const path = server.path(sku, view, { color, transparent, padding });
				// Whether a picture exists does not depend on its colour, so it is asked for once.
				const probePath = server.path(sku, view, plain);
				if (path === null || probePath === null) return { address: null, told: true };
				const origin = hosts[server.host];
				const probe = `${origin}${probePath}`;
				const there = await isThere(probe, () =>
					server.asks === 'scene7' ? scene7Exists(fetcher, probe, signal) : fetcher.exists(probe, signal),
				);
				return { address: there ? `${origin}${path}` : null, told: there !== null };
			}),
		);
	}

	/** Addresses that a shop gave, those that answer. */
	async function thoseThere(addresses: readonly string[], signal: AbortSignal) {
		return Promise.all(
			addresses.map(async (address) => {
				const there = await isThere(address, () => fetcher.exists(address, signal));
				return { address: there ? address : null, told: there !== null };
			}),
		);
	}

	async function nikeFeed(sku: string): Promise<string[]> {
		const { found } = await products.find(sku);
		const images = [...found.values()].flatMap((entry) => entry.images);
		return [...new Set(images)].slice(0, 20);
	}

	async function adidas(sku: string, look: Look, signal: AbortSignal): Promise<string[]> {
		const { status, body } = await fetcher.text(
			`${adidasApiUrl}/api/products/${encodeURIComponent(sku)}?sitePath=us`,
			signal,
		);
		if (status === 404) return [];
		if (status !== 200) throw new Error(`adidas answered ${status}`);
		const { view_list: views = [] } = JSON.parse(body) as { view_list?: { image_url?: string }[] };
		return views.flatMap(({ image_url: url }) =>
			url?.includes('/images/') ? [adidasAddress(url, hosts.ADIDAS_IMAGE_URL, look)] : [],
		);
	}

	return {
		async find(question) {
			const { brand, sku, color, transparent, paddings, all } = question;
			const signal = AbortSignal.timeout(budgetMs);
			const mirrors =
				brand === 'adidas'
					? [adidas(sku, { color, transparent, padding: paddings.A }, signal).then((list) => thoseThere(list, signal))]
					: IMAGE_SERVERS[brand].map((server) => onServer(server, question, signal));
			if (brand === 'nike') {
				const feed = nikeFeed(sku);
				mirrors.push(feed.then((list) => thoseThere(list, signal)));
				if (all) mirrors.push(feed.then((list) => thoseThere(list.map(largest), signal)));
			}
			const answers = await Promise.allSettled(mirrors);
			const told = answers.some(
				(answer) =>
					answer.status === 'fulfilled' && (answer.value.length === 0 || answer.value.some((one) => one.told)),
			);
			if (!told) throw new Error('No image source could be asked');
			return answers.map((answer) =>
				answer.status === 'fulfilled' ? answer.value.flatMap(({ address }) => address ?? []) : [],
			);
		},
	};
}

/** Scene7's own word (its documentation, `req=exists`): else a missing picture is answered with a replacement. */
async function scene7Exists(fetcher: ImageFetcher, address: string, signal: AbortSignal): Promise<boolean> {
	const url = new URL(address);
	url.search = '?req=exists,json';
	const { status, body } = await fetcher.text(url.href, signal);
	if (status === 404) return false;
	const [, exists] = /catalogRecord\.exists"?\s*[:=]\s*"?([01])/.exec(body) ?? [];
	if (status !== 200 || exists === undefined) throw new Error(`Scene7 answered ${status}`);
	return exists === '1';
}

/** Nike's Cloudinary: only the step before the picture's id may be changed. */
function largest(address: string): string {
	return address.replace(/\/t_prod_[a-z]+\/w_\d+,c_limit\//, '/t_PDP_1728_v1/f_auto,q_auto:eco/');
}

/** adidas' Cloudinary: the first step of the path is ours to choose. */
function adidasAddress(address: string, host: string, { color, transparent, padding }: Look): string {
	const side = 2000 + 2 * padding;
	const fill = transparent ? 'f_png' : `f_auto,q_auto,c_pad,b_rgb:${color}`;
	const path = new URL(address).pathname.replace(
		/^\/images\/[^/]*[wh]_\d+[^/]*\//,
		`/images/w_${side},h_${side},${fill}/`,
	);
	return `${host}${path}`;
}
