import { LRUCache } from 'lru-cache';
import { isRefused, type ShopReading, type ShopRefusal } from '../../formats/reading.ts';
import type { ReadProduct } from '../../shops/adapter.ts';
import { isPassing } from '../../shops/visit.ts';
import type { Answer, WatchedProduct } from '../source.ts';
import { blockedBy } from './answer.ts';

/** How long a page is trusted for what its offers do not contain: the title, and whether it still exists. */
const PAGE_MS = 3_600_000;
/** How long the offers are left alone after an answer in another form. Until then, the pages are read. */
const PAUSE_MS = 3_600_000;
/** The requests of one call, on average over many: the offers of all its products, and the page of one. */
export const REQUESTS_PER_CALL = 2;
/** The maximum number of requests that can be saved up, for pages of new products. */
const MOST_SAVED = 30;
const MOST_PAGES = 10_000;

/** A page that was read. */
interface Page extends ReadProduct {
	readAt: number;
}

export interface OfferCall {
	/** Reads a product's page. */
	readPage(product: WatchedProduct): Promise<{ answer: Answer; page: ReadProduct | null }>;
	/** Reads the offers of products whose pages are known. */
	readOffers(pages: readonly ShopReading[]): Promise<ReadonlyMap<string, ShopReading> | ShopRefusal>;
	/** The answer for a product from its page and offer. */
	answerOf(product: WatchedProduct, read: ReadProduct): Answer;
}

/** Checks many products with one request for their offers, and reads their pages as far as the budget allows. */
export class OfferBatches {
	readonly #pages = new LRUCache<string, Page>({ max: MOST_PAGES });
	#saved = MOST_SAVED;
	#pausedUntil = 0;

	/** @returns the answers by SKU; products without one were not checked */
	async ask(products: readonly WatchedProduct[], call: OfferCall): Promise<Map<string, Answer>> {
		this.#saved = Math.min(MOST_SAVED, this.#saved + REQUESTS_PER_CALL);
		const answers = await this.#askOffers(products, call);
		const ageOf = ({ link }: WatchedProduct) => this.#pages.get(link ?? '')?.readAt ?? 0;
		const due = products
			.filter((product) => !answers.has(product.sku) || ageOf(product) < Date.now() - PAGE_MS)
			.toSorted((a, b) => ageOf(a) - ageOf(b))
			.slice(0, Math.max(this.#saved, answers.size === 0 ? 1 : 0));
		this.#saved -= due.length;
		await Promise.all(due.map((product) => this.#askPage(product, answers, call)));
		return answers;
	}

	async #askOffers(products: readonly WatchedProduct[], call: OfferCall): Promise<Map<string, Answer>> {
		const answers = new Map<string, Answer>();
		const known = products.flatMap((product) => {
			const page = this.#pages.get(product.link ?? '');
			return page?.reading.productId === undefined ? [] : [{ product, page }];
		});
		if (known.length === 0 || Date.now() < this.#pausedUntil) return answers;
		this.#saved--;
		const offers = await call.readOffers(known.map(({ page }) => page.reading));
		if (isRefused(offers)) {
			// A shop that is down or too busy would not answer for the pages either.
			if (isPassing(offers)) {
				for (const { product } of known) answers.set(product.sku, blockedBy(offers));
			} else this.#pausedUntil = Date.now() + PAUSE_MS;
			return answers;
		}
		for (const { product, page } of known) {
			const reading = offers.get(page.reading.sku ?? '');
			if (reading) answers.set(product.sku, call.answerOf(product, { adapter: page.adapter, reading }));
		}
		return answers;
	}

	/** A page that cannot be read does not replace what its offer says. */
	async #askPage(product: WatchedProduct, answers: Map<string, Answer>, call: OfferCall): Promise<void> {
		const { answer, page } = await call.readPage(product);
		const link = product.link ?? '';
		const before = this.#pages.get(link);
		if (answer.kind === 'gone') this.#pages.delete(link);
		else if (page) this.#pages.set(link, { ...page, readAt: Date.now() });
		else if (before) before.readAt = Date.now();
		if (answer.kind !== 'blocked' || !answers.has(product.sku)) answers.set(product.sku, answer);
	}
}
