import { blockedReason } from '@dropwire/domain';
import { userAgentOf } from '../../fetching/userAgent.ts';
import { freeBody } from '../../fetching/bodyMemory.ts';
import { createWebClient, isFailure } from '../../fetching/webClient.ts';
import type { ShopRefusal } from '../../formats/reading.ts';
import { readerPool } from '../../reading/pool.ts';
import { readAnswer } from '../../reading/readAnswer.ts';
import type { FactsOf, ReaderName, ResultOf } from '../../reading/readers.ts';
import { LARGEST_ANSWER, MAX_REDIRECTS } from '../../shops/limits.ts';
import { NIKE_SITE } from '../nike/wall.ts';
import type { Blocked } from '../../snapshot/answer.ts';
import type { ConnectionOptions } from '../source.ts';

/** What a reader made of a page that a cache has kept for `ageMs`, `missing` for the shop's own "not found", or why it could not be fetched. */
export type PageAnswer<T> = { result: T; ageMs: number } | { missing: true } | Blocked;

/** Fetches pages of Nike's website, one after the other, as robots.txt allows, and reads them in threads. */
export interface PageClient {
	/** Shop errors never cause a rejection; only an aborted `signal` does. @param path at the website */
	read<Name extends ReaderName>(
		path: string,
		reader: Name,
		facts: FactsOf<Name>,
		signal: AbortSignal,
	): Promise<PageAnswer<ResultOf<Name> | ShopRefusal>>;
	close(): Promise<void>;
}

/** @param options the website's address, and how requests are sent */
export function createPageClient({
	url,
	timeoutMs,
	userAgent = userAgentOf(),
	proxies = [],
}: Pick<ConnectionOptions, 'url' | 'timeoutMs' | 'userAgent' | 'proxies'>): PageClient {
	const client = createWebClient({
		shop: 'Nike',
		places: [{ hosts: ['nike.com'], address: url }],
		userAgent,
		timeoutMs,
		largest: LARGEST_ANSWER,
		redirects: MAX_REDIRECTS,
		// The engine plans the requests within the budget, and pauses after errors.
		perHost: { concurrent: 1, perMinute: null, circuit: false },
		proxies,
		readers: readerPool(),
	});
	return {
		async read(path, reader, facts, signal) {
			const answer = await client.get({ link: `${NIKE_SITE}${path}`, signal, page: true });
			if (isFailure(answer)) {
				const { kind, words, retryAfterMs } = answer;
				if (kind === 'gone') return { missing: true };
				return { kind: 'blocked', reason: blockedReason(kind, words), retryAfterMs };
			}
			// Without validators in the request, no answer is "unchanged".
			const read = 'unchanged' in answer ? { body: new Uint8Array(), ageMs: 0 } : answer;
			const result = await readAnswer(readerPool(), reader, read, facts);
			freeBody(read.body);
			return { result, ageMs: read.ageMs };
		},
		close: () => client.close(),
	};
}
