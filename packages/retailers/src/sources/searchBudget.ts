import type { ConnectionOptions } from './source.ts';

/** The requests of keyword searches, and those about stores, which no schedule counts, as shares of the shop's budget: on top of it. */
const SEARCH_SHARE = 0.1;

/** The requests per minute for keyword searches, or for questions about stores; null for no maximum. */
export function searchesPerMinute({ requestsPerMinute }: ConnectionOptions): number | null {
	return requestsPerMinute === undefined ? null : requestsPerMinute * SEARCH_SHARE;
}
