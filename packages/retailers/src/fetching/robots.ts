import { LRUCache } from 'lru-cache';
import { ReaderLimitError, type ReaderPool } from '../reading/pool.ts';
import { failure, type FetchFailure } from './failure.ts';
import { ROBOT } from './userAgent.ts';

/** How long a robots.txt is used (RFC 9309: at most a day), and how soon it is requested again if it cannot be read, ms. */
const DAY_MS = 86_400_000;
const RETRY_MS = 30_000;
/** The size of all that are kept, bytes. */
const KEPT = 32 * 1024 * 1024;

/** A host's robots.txt. `null` allows everything: the host has none. */
interface Robots {
	body: Buffer | null;
	/** Set if it cannot be read: nothing is allowed then. */
	problem: FetchFailure | null;
	until: number;
}

/** Fetches a robots.txt. */
export type FetchRobots = (url: string) => Promise<{ body: Buffer } | FetchFailure>;

/** Asks hosts' robots.txt before a page is fetched. */
export class RobotsRules {
	readonly #fetch: FetchRobots;
	readonly #readers: ReaderPool;
	readonly #known = new LRUCache<string, Robots>({
		maxSize: KEPT,
		sizeCalculation: ({ body }) => 1024 + (body?.length ?? 0),
	});
	readonly #underWay = new Map<string, Promise<Robots>>();

	constructor(fetch: FetchRobots, readers: ReaderPool) {
		this.#fetch = fetch;
		this.#readers = readers;
	}

	/** Why a page must not be fetched; null if it can be. */
	async problem(page: string): Promise<FetchFailure | null> {
		const { origin, host } = new URL(page);
		const { body, problem } = await this.#of(origin);
		if (problem) return problem;
		if (!body) return null;
		try {
			const facts = { page, robots: `${origin}/robots.txt`, robot: ROBOT };
			const allowed = await this.#readers.read('robots', body, facts);
			return allowed ? null : failure('robots.txt', `that of ${host} does not allow this page`);
		} catch (error) {
			if (!(error instanceof ReaderLimitError)) throw error;
			return failure('robots.txt', `that of ${host} takes too much time to read`);
		}
	}

	async #of(origin: string): Promise<Robots> {
		const known = this.#known.get(origin);
		if (known && performance.now() < known.until) return known;
		const underWay = this.#underWay.get(origin) ?? this.#read(origin, known);
		this.#underWay.set(origin, underWay);
		try {
			const robots = await underWay;
			this.#known.set(origin, robots);
			return robots;
		} finally {
			this.#underWay.delete(origin);
		}
	}

	async #read(origin: string, before: Robots | undefined): Promise<Robots> {
		const answer = await this.#fetch(`${origin}/robots.txt`);
		const now = performance.now();
		if ('body' in answer) {
			return { body: Buffer.from(answer.body), problem: null, until: now + DAY_MS };
		}
		// RFC 9309: a status of 400 to 499 means that there is none; an error of the server forbids everything.
		const { kind, words, status, retryAfterMs, isUnsent } = answer;
		const isMissing = kind === 'gone' || (status !== null && status < 500 && kind !== 'rate limited');
		// A request that was not sent says nothing about this address.
		if (isMissing && !isUnsent) return { body: null, problem: null, until: now + DAY_MS };
		// The last one that was read is valid for longer than an error.
		if (before && !before.problem) return { ...before, until: now + RETRY_MS };
		const problem = { kind: 'robots.txt', words: `it cannot be read: ${words}`, status, retryAfterMs } as const;
		return { body: null, problem, until: isUnsent ? now : now + RETRY_MS };
	}
}
