import type { BlockedKind, ShopRefusalCode } from '@dropwire/domain';
import { LRUCache } from 'lru-cache';
import { freeBody } from '../fetching/bodyMemory.ts';
import type { FetchFailure } from '../fetching/failure.ts';
import { isFailure, type Validators, type WebAnswer, type WebClient, type WebRequest } from '../fetching/webClient.ts';
import { isRefused, refuse, type ShopRefusal } from '../formats/reading.ts';
import type { ReaderPool } from '../reading/pool.ts';
import { readAnswer } from '../reading/readAnswer.ts';
import type { FactsOf, ReaderName, ResultOf } from '../reading/readers.ts';

/** A shop's answer with status 200. */
export interface ShopAnswer {
	/** The link after all redirects. */
	url: string;
	body: Buffer;
	/** The Content-Type header. */
	contentType: string | null;
}

/** The error of a request, as a reader's. */
export interface FetchRefusal extends ShopRefusal {
	kind: BlockedKind | 'gone';
	status: number | null;
	retryAfterMs: number | null;
	/** Set if nothing was requested (`FetchFailure`). */
	isUnsent?: true;
}

/** Type guard: whether it is the error of a request, and not a reader's. */
export function isFetchRefusal(refused: ShopRefusal): refused is FetchRefusal {
	return 'kind' in refused;
}

/** Whether the same request can succeed later: it says nothing about the shop's format. */
export function isPassing(refused: ShopRefusal): boolean {
	if (!isFetchRefusal(refused)) return false;
	const { kind, status } = refused;
	return kind === 'unreachable' || kind === 'rate limited' || kind === 'robots.txt' || (status ?? 0) >= 500;
}

/** How long a shop must answer with a wall where a format would be until it counts as a shop without it, ms. */
const DENIED_MS = 3_600_000;

/**
 * Requests the JSON of a format.
 * @returns null if the shop does not have it; an error if that is open, because the request can succeed later or met a wall
 */
export async function formatAnswer(url: string, visit: Visit): Promise<ShopAnswer | ShopRefusal | null> {
	const key = `denied ${new URL(url).origin}`;
	const answer = await visit.api(url);
	const wall = await wallIn(answer, visit);
	if (!wall) {
		visit.memory.delete(key);
		return isRefused(answer) && !isPassing(answer) ? null : answer;
	}
	const denied = (visit.memory.get(key) as { since: number } | undefined) ?? { since: performance.now() };
	if (!visit.memory.has(key)) visit.memory.set(key, denied);
	return performance.now() - denied.since < DENIED_MS ? wall : null;
}

async function wallIn(answer: ShopAnswer | ShopRefusal, visit: Visit): Promise<ShopRefusal | null> {
	if (isRefused(answer)) return answer.code === 'wall' ? answer : null;
	if (!/^\s*</.test(answer.body.toString('latin1', 0, 100))) return null;
	const wall = await visit.read('wall', answer, null);
	if (wall === null || typeof wall !== 'string') return wall;
	const refused = refuse('wall', 'The shop answered with a page instead of JSON');
	return wall === 'queue' ? { ...refused, queue: true } : refused;
}

/** A part of a reading: what was requested, and the state of the answer. */
export type Part = [link: string, page: boolean, validators: Validators];

/** The requests about one product. */
export interface Visit {
	/** Fetches a page for people; robots.txt is asked first. */
	page(link: string): Promise<ShopAnswer | ShopRefusal>;
	/** Fetches an address for programs. @param json sent by POST */
	api(link: string, json?: object): Promise<ShopAnswer | ShopRefusal>;
	/** Reads an answer. */
	read<Name extends ReaderName>(
		name: Name,
		answer: ShopAnswer,
		facts: FactsOf<Name>,
	): Promise<ResultOf<Name> | ShopRefusal>;
	/** Remembers what is the same for many products, or for many visits, such as a shop's profile. */
	memory: Memory;
	/** The parts of the reading, if each has a state by which it can be requested conditionally; else null. */
	parts(): Part[] | null;
	/** The age of the oldest answer, ms; 0 if none comes from a cache. */
	ageMs(): number;
	/** Gives back the memory of all answers. Nothing can be read afterwards. */
	end(): void;
}

/** What visits to the same shops share. */
export type Memory = LRUCache<string, object>;

export function createMemory(): Memory {
	return new LRUCache({ max: 10_000, ttl: DAY_MS });
}

export interface VisitOptions {
	client: WebClient;
	readers: ReaderPool;
	signal: AbortSignal;
	/** Answers that have been fetched already, by link. */
	fetched?: ReadonlyMap<string, WebAnswer>;
	memory: Memory;
}

const DAY_MS = 86_400_000;

/** Requests about one product, apart from redirects and robots.txt. */
const MAX_REQUESTS = 6;

/** Begins a visit. The same link is fetched once. */
export function beginVisit({ client, readers, signal, fetched, memory }: VisitOptions): Visit {
	const answers = new Map<string, Promise<WebAnswer>>();
	const parts: (Part | null)[] = [];
	const received = new Set<WebAnswer>(fetched?.values());

	async function send(asked: Omit<WebRequest, 'signal'>): Promise<ShopAnswer | ShopRefusal> {
		const { link, page = false, json } = asked;
		const key = json ? `${link} ${JSON.stringify(json)}` : link;
		let answer = answers.get(key);
		if (!answer) {
			if (answers.size >= MAX_REQUESTS) {
				return refuse('unreachable', `The shop needs more than ${MAX_REQUESTS} requests`);
			}
			const before = fetched?.get(key);
			answer = before ? Promise.resolve(before) : client.get({ ...asked, signal });
			answers.set(key, answer);
			const result = await answer;
			received.add(result);
			const known = 'validators' in result ? result.validators : null;
			const isNamed = !json && known !== null && (known.etag !== null || known.lastModified !== null);
			parts.push(isNamed ? [link, page, known] : null);
		}
		const result = await answer;
		if (isFailure(result)) return errorOf(result);
		if ('unchanged' in result) return refuse('unreadable', 'The shop answered 304 without being asked');
		return { url: result.link, body: result.body, contentType: result.contentType };
	}

	return {
		page: (link) => send({ link, page: true }),
		api: (link, json) => send({ link, headers: { accept: 'application/json' }, ...(json && { json }) }),
		read: (name, answer, facts) => readAnswer(readers, name, answer, facts),
		memory,
		parts: () => {
			const named = parts.filter((part) => part !== null);
			return named.length === parts.length && parts.length > 0 ? named : null;
		},
		ageMs: () => Math.max(0, ...[...received].map((answer) => ('ageMs' in answer ? answer.ageMs : 0))),
		end() {
			for (const answer of received) if ('body' in answer) freeBody(answer.body);
			received.clear();
		},
	};
}

const CODES: Partial<Record<FetchFailure['kind'], ShopRefusalCode>> = {
	gone: 'gone',
	'wall (403)': 'wall',
	'wall page': 'wall',
	'changed format': 'unreadable',
};

function errorOf({ kind, words, ...facts }: FetchFailure): FetchRefusal {
	const message = kind === 'robots.txt' ? `robots.txt: ${words}` : words;
	return { code: CODES[kind] ?? 'unreachable', message, kind, ...facts };
}
