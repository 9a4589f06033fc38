import { REGIONS, type Region } from '@dropwire/db/topics';
import type { Answer, Source } from '../source.ts';
import { createFeedClient } from './fetchFeed.ts';
import { feedPath, MARKETPLACES } from './marketplaces.ts';
import { answerFor } from './snapshot.ts';

/** Nike's documentation: at most 25 ids in a batch. */
const BATCH_SIZE = 25;
/** How many empty answers of a region in a row before its other marketplaces or languages are tried. */
const EMPTY_BEFORE_ALTERNATIVE = 3;
/** Questions whose last answers are kept: what 50,000 SKU-regions ask. */
const LAST_ANSWERS = 2000;

export interface NikeOptions {
	/** `https://api.nike.com`, or the sandbox's. */
	apiUrl: string;
	timeoutMs?: number;
}

/** Nike's product feed in all 16 marketplaces. */
export function createNikeSource({ apiUrl, timeoutMs = 10_000 }: NikeOptions): Source {
	const feed = createFeedClient({ apiUrl, timeoutMs });
	/** Which of a region's marketplaces is asked, and how often in a row it answered nothing before it ever answered. */
	const chosen = new Map<Region, { index: number; empty: number; proven: boolean }>();
	/** The last answers to a question, given again, the very same, while Nike answers the same version. */
	const last = new Map<string, { version: string; answers: Map<string, Answer> }>();

	return {
		name: 'NIKE',
		regions: REGIONS,
		batchSize: BATCH_SIZE,
		async ask(region, skus, signal) {
			const options = MARKETPLACES[region];
			const choice = chosen.get(region) ?? { index: 0, empty: 0, proven: options.length === 1 };
			chosen.set(region, choice);
			const marketplace = options[choice.index % options.length] as (typeof options)[number];
			const path = feedPath(marketplace, skus);
			const before = last.get(path);
			const result = await feed.fetch(path, before?.version ?? null, signal);
			if ('blocked' in result) {
				const answer: Answer = { kind: 'blocked', reason: result.blocked, retryAfterMs: result.retryAfterMs };
				return new Map(skus.map((sku) => [sku, answer]));
			}
			if ('unchanged' in result) return before?.answers ?? new Map<string, Answer>();
			if (result.threads.length > 0) {
				choice.proven = true;
			} else if (!choice.proven && ++choice.empty >= EMPTY_BEFORE_ALTERNATIVE) {
				choice.empty = 0;
				choice.index++;
			}
			const answers = new Map(skus.map((sku) => [sku, answerFor(result.threads, region, sku)]));
			if (last.size >= LAST_ANSWERS) last.delete(last.keys().next().value as string);
			if (result.version !== null) last.set(path, { version: result.version, answers });
			return answers;
		},
		close: () => feed.close(),
	};
}
