import { withUcpOffers } from '../../formats/ucp/catalogue.ts';
import { isRefused, refuse, type ShopReading, type ShopRefusal } from '../../formats/reading.ts';
import { ucpShopOf } from '../../shops/ucpShop.ts';
import { isFetchRefusal, type Memory } from '../../shops/visit.ts';
import type { LinkedReading, ReadOffers } from '../links/answer.ts';

/** The IDs of a shop's first lookup. The specification asks shops to accept at least 10. */
const FIRST_LIMIT = 80;
/** Lookups of one call, of which all but one can be too large. */
const MAX_LOOKUPS = 5;

/** Looks up the variants of products of one UCP catalogue: by a product's own ID, only one of its variants is found. */
export const readLookups: ReadOffers = async (pages, visit) => {
	const found = new Map<string, ShopReading | null>();
	const shop = await ucpShopOf(pages[0]?.link ?? '', visit);
	if (isRefused(shop)) return shop;
	if (!shop.catalogue) return refuse('unreadable', 'The shop has no UCP catalogue any more');
	let waiting = pages;
	for (let lookups = 0; waiting[0] && lookups < MAX_LOOKUPS; lookups++) {
		const limit = limitOf(waiting[0].link, visit.memory);
		const some = firstOf(waiting, limit.ids);
		const ids = some.flatMap(idsOf);
		const answer = await visit.api(`${shop.catalogue.url}/catalog/lookup`, { ids });
		const offers = isRefused(answer) ? answer : await visit.read('ucpOffers', answer, null);
		if (isRefused(offers)) {
			if (isTooLarge(offers)) {
				limit.ids = Math.min(limit.ids, Math.max(1, Math.floor(ids.length / 2)));
				if (some.length > 1) continue;
			} else if (offers.code !== 'gone') return offers;
		}
		for (const { link, reading } of some) found.set(link, isRefused(offers) ? null : withUcpOffers(reading, offers));
		waiting = waiting.slice(some.length);
	}
	return found;
};

/** How many products with as many variants, rounded up to a power of two, fit into one lookup. */
export function lookedUpTogether(page: LinkedReading, memory: Memory): number {
	const variants = 2 ** Math.ceil(Math.log2(idsOf(page).length));
	return Math.floor(limitOf(page.link, memory).ids / variants);
}

/** The number of IDs that a shop takes at once, as far as is known; for a day, as everything in the memory. */
function limitOf(link: string, memory: Memory): { ids: number } {
	const key = `ucp limit ${new URL(link).origin}`;
	const limit = (memory.get(key) as { ids: number } | undefined) ?? { ids: FIRST_LIMIT };
	if (!memory.has(key)) memory.set(key, limit);
	return limit;
}

/** The first products whose IDs fit into one lookup, but at least one. */
function firstOf(pages: readonly LinkedReading[], limit: number): readonly LinkedReading[] {
	let ids = 0;
	const end = pages.findIndex((page) => (ids += idsOf(page).length) > limit);
	return end === -1 ? pages : pages.slice(0, Math.max(1, end));
}

function idsOf({ reading }: LinkedReading): readonly string[] {
	return reading.offerIds ?? [];
}

/** `request_too_large`. Answers with an error are not read; the same request with fewer IDs is the shop's own form. */
function isTooLarge(refused: ShopRefusal): boolean {
	return isFetchRefusal(refused) && (refused.status === 400 || refused.status === 413);
}
