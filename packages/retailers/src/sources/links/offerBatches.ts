import { LRUCache } from 'lru-cache';
import { isRefused, type ShopReading, type ShopRefusal } from '../../formats/reading.ts';
import type { ReadProduct } from '../../shops/adapter.ts';
import { isPassing } from '../../shops/visit.ts';
import { type Answer, type WatchedProduct, withAge } from '../../snapshot/answer.ts';
import { blockedBy, type LinkedReading } from './answer.ts';

/** How long a page is trusted for what its offers do not contain: the title, and whether it still exists. */
const PAGE_MS = 3_600_000;
/** How long the offers are left alone after an answer in another form. Until then, the pages are read. */
const PAUSE_MS = 3_600_000;
/** The requests of one call, on average over many: the offers of all its products, and the page of one. */
export const REQUESTS_PER_CALL = 2;
/** The maximum number of requests that can be saved up, for pages of new products. */
const MAX_SAVED = 30;
const MAX_PAGES = 10_000;
const MAX_HOSTS = 1000;

/** A page that was read, with the newest offer since. */
interface Page extends ReadProduct {
	/** By the monotonic clock, as all times here: a clock that is set back holds nothing up. */
	readAt: number;
	/** When its offer was requested with others, and was not in the answer. */
	leftOutAt: number;
}

/** What the products of a host share. */
interface Host {
	/** The requests that are saved up. */
	saved: number;
	pausedUntil: number;
}

/** What was read at a product's link; `page` is null if nothing was. */
interface PageAnswer {
	answer: Answer;
	page: ReadProduct | null;
}

/** The offers by link, and how long a cache has kept them, ms. */
interface OffersAnswer {
	offers: ReadonlyMap<string, ShopReading | null> | ShopRefusal;
	ageMs: number;
}

export interface OfferCall {
	/** Reads a product's page. */
	readPage(product: WatchedProduct): Promise<PageAnswer>;
	/** Reads the offers of products whose pages are known, all of one host. */
	readOffers(pages: readonly LinkedReading[]): Promise<OffersAnswer>;
	/** The answer for a product from its page and offer. */
	answerOf(product: WatchedProduct, read: ReadProduct): Answer;
}

interface Asked {
	host: Host;
	call: OfferCall;
}

/** Checks many products with one request for their offers, and reads their pages as far as the budget allows. */
export class OfferBatches {
	readonly #pages = new LRUCache<string, Page>({ max: MAX_PAGES });
	/** When the page of a link was last requested. */
	readonly #asked = new LRUCache<string, number>({ max: MAX_PAGES });
	readonly #hosts = new LRUCache<string, Host>({ max: MAX_HOSTS });

	/**
	 * @param products of one host
	 * @returns the answers by SKU; products without one were not checked
	 */
	async ask(products: readonly WatchedProduct[], call: OfferCall): Promise<Map<string, Answer>> {
		const host = this.#hostOf(products[0]?.link);
		host.saved = Math.min(MAX_SAVED, host.saved + REQUESTS_PER_CALL);
		const answers = new Map<string, Answer>();
		const waiting = products.toSorted((a, b) => this.#askedAt(a) - this.#askedAt(b));
		const before = performance.now() - PAGE_MS;
		const pageOf = ({ link }: WatchedProduct) => this.#pages.get(link ?? '');
		const isOld = (product: WatchedProduct) => (pageOf(product)?.readAt ?? Infinity) < before;
		// The answers wait for these pages, so few of them are read for their age.
		const old = waiting.filter(isOld).slice(0, REQUESTS_PER_CALL);
		const isDue = (product: WatchedProduct) =>
			(pageOf(product)?.leftOutAt ?? Infinity) > before || old.includes(product);
		const isFirst = products.every((product) => !pageOf(product));
		const due = waiting.filter(isDue).slice(0, Math.max(host.saved - 1, isFirst ? 1 : 0));
		await this.#askPages(due, answers, { host, call });
		// A page can be older than the offer: an answer from a page alone would be a change, and the next one back.
		await this.#askOffers(products, answers, { host, call });
		const left = waiting.filter((product) => !answers.has(product.sku) && !due.includes(product));
		await this.#askPages(left.slice(0, Math.max(host.saved, answers.size === 0 ? 1 : 0)), answers, { host, call });
		return answers;
	}

	/** The page of a product whose offer can be requested with those of others now; else null. */
	pageOf({ link, adapter }: WatchedProduct): LinkedReading | null {
		const page = this.#pages.peek(link ?? '');
		if (link === null || page?.adapter !== adapter || !page?.reading.offerIds) return null;
		const now = performance.now();
		return now < page.leftOutAt + PAGE_MS || now < this.#hostOf(link).pausedUntil
			? null
			: { link, reading: page.reading };
	}

	/** Takes note of what was read at the link of a product that was not checked with others. */
	noteAlone(link: string, { answer, page }: PageAnswer): void {
		if (page?.reading.offerIds) this.#note(link, { answer, page });
		// Most shops have no offers of many products, and their pages need not be remembered.
		else if (answer.kind !== 'blocked') this.#pages.delete(link);
	}

	#note(link: string, { answer, page }: PageAnswer): void {
		const before = this.#pages.get(link);
		if (answer.kind === 'gone') this.#pages.delete(link);
		else if (page)
			this.#pages.set(link, {
				...page,
				readAt: performance.now(),
				leftOutAt: before?.leftOutAt ?? Number.NEGATIVE_INFINITY,
			});
		else if (before) before.readAt = performance.now();
	}

	/** Replaces the answers of products whose pages are known by those of their offers. */
	async #askOffers(products: readonly WatchedProduct[], answers: Map<string, Answer>, { host, call }: Asked) {
		const known = products.flatMap((product) => {
			const { link } = product;
			const page = this.#pages.get(link ?? '');
			return link === null || !page?.reading.offerIds ? [] : [{ product, link, page }];
		});
		if (known.length === 0 || performance.now() < host.pausedUntil) return;
		host.saved--;
		const { offers, ageMs } = await call.readOffers(known.map(({ link, page: { reading } }) => ({ link, reading })));
		if (isRefused(offers)) {
			// A shop that is down or too busy would not answer for the pages either.
			if (isPassing(offers)) {
				for (const { product } of known) if (!answers.has(product.sku)) answers.set(product.sku, blockedBy(offers));
			} else host.pausedUntil = performance.now() + PAUSE_MS;
			return;
		}
		for (const { product, link, page } of known) {
			const reading = offers.get(link);
			if (reading) {
				page.reading = reading;
				answers.set(product.sku, withAge(call.answerOf(product, { adapter: page.adapter, reading }), ageMs));
			} else if (reading === null) page.leftOutAt = performance.now();
		}
	}

	async #askPages(products: readonly WatchedProduct[], answers: Map<string, Answer>, { host, call }: Asked) {
		host.saved -= products.length;
		const read = async (product: WatchedProduct) => {
			this.#asked.set(product.link ?? '', performance.now());
			const found = await call.readPage(product);
			this.#note(product.link ?? '', found);
			answers.set(product.sku, found.answer);
		};
		await Promise.all(products.map(read));
	}

	#askedAt({ link }: WatchedProduct): number {
		return this.#asked.get(link ?? '') ?? 0;
	}

	#hostOf(link: string | null | undefined): Host {
		const name = URL.parse(link ?? '')?.host ?? '';
		const host = this.#hosts.get(name) ?? { saved: MAX_SAVED, pausedUntil: 0 };
		this.#hosts.set(name, host);
		return host;
	}
}
