import { type Brand, brandOfLink, hostProblem, LIST_BRANDS } from '@dropwire/domain';
import type { WebClient } from '../fetching/webClient.ts';
import { refuse, type ShopRefusal } from '../formats/reading.ts';
import type { ReaderPool } from '../reading/pool.ts';
import type { ReadProduct } from './adapter.ts';
import { readProduct } from './readProduct.ts';
import { beginVisit, createMemory } from './visit.ts';

export interface ShopTestOptions {
	client: WebClient;
	readers: ReaderPool;
	/** Origins whose links are read as those of the list's brand. */
	privateShops: readonly string[];
	/** The watch list that the link is for. Its brand's formats are used, also for a private shop. */
	list?: string | undefined;
	/** The time for the whole test, ms. */
	timeoutMs: number;
}

/**
 * Fetches a product link, and reports what Dropwire reads there.
 * @throws GuardedLinkError if the link leads to a private address
 */
export async function testShop(
	link: string,
	{ client, readers, privateShops, list, timeoutMs }: ShopTestOptions,
): Promise<ReadProduct | ShopRefusal> {
	const url = new URL(link);
	url.hash = '';
	const problem = list !== undefined && !privateShops.includes(url.origin) ? hostProblem(list, url.href) : null;
	if (problem) return refuse('no_product', `The link ${problem}`);
	client.check(url.href);
	const signal = AbortSignal.timeout(timeoutMs);
	const visit = beginVisit({ client, readers, signal, memory: createMemory() });
	try {
		return await readProduct(url.href, { brand: brandOf(url.href, list), known: null }, visit);
	} catch (error) {
		if (!signal.aborted) throw error;
		return refuse('unreachable', `The shop did not answer within ${timeoutMs / 1000} s`);
	} finally {
		visit.end();
	}
}

/** Null for the brand of any shop, whose links are read by what their shops answer. */
function brandOf(link: string, list: string | undefined): Brand | null {
	return (list === undefined ? null : LIST_BRANDS[list]?.[0]) ?? brandOfLink(link);
}
