import { blockedReason } from '@dropwire/domain';
import { parsedJson } from '../formats/html/scripts.ts';
import { isRefused, type ShopRefusal } from '../formats/reading.ts';
import { readerPool } from '../reading/pool.ts';
import { readAnswer } from '../reading/readAnswer.ts';
import type { FactsOf, ReaderName, ResultOf } from '../reading/readers.ts';
import { freeBody } from './bodyMemory.ts';
import { isAboutHost } from './circuit.ts';
import type { FetchFailure } from './failure.ts';
import type { Unchanged } from '../snapshot/answer.ts';
import { isFailure, createWebClient } from './webClient.ts';
import { userAgentOf } from './userAgent.ts';

/** Why a shop's response could not be read. */
export interface Blocked {
	/** For operators: a kind of `BLOCKED_KINDS`, the shop's name and the error. */
	blocked: string;
	/** The HTTP status; null when no response arrived, or when its body could not be read. */
	status: number | null;
	/** How long the shop asks to wait, ms; null if it does not specify a wait. */
	retryAfterMs: number | null;
	/** Whether this says something about the whole shop, and not only about what was requested. */
	isAboutHost: boolean;
}

/** `ageMs`: how long a cache has kept the answer (0 if unknown). */
export type JsonAnswer = { json: unknown; etag: string | null; ageMs: number } | Unchanged | Blocked;

export interface JsonClient {
	/**
	 * Sends a GET request to a path on the shop's server. A body that is not JSON (a bot wall's HTML page) gives `{
	 * json: undefined }`. Rejects only when `signal` is aborted.
	 * @param etag of the response that the caller still has; the result is `unchanged` if the shop has no newer one
	 */
	get(path: string, signal: AbortSignal, etag?: string | null): Promise<JsonAnswer>;
	/** Like `get`, for answers that can be large: a reader reads them, in a thread. */
	read<Name extends ReaderName>(
		path: string,
		reader: Name,
		facts: FactsOf<Name>,
		options: { signal: AbortSignal; etag?: string | null },
	): Promise<ReadAnswer<Name>>;
	close(): Promise<void>;
}

/** What a reader made of an answer. */
export type ReadAnswer<Name extends ReaderName> =
	| { result: Exclude<ResultOf<Name>, ShopRefusal>; etag: string | null; ageMs: number }
	| Unchanged
	| Blocked;

export interface JsonClientOptions {
	/** The shop's name, as used in messages. */
	shop: string;
	/** The shop's origin, without a trailing slash. */
	url: string;
	timeoutMs: number;
	/** The maximum number of concurrent connections to the shop. */
	connections: number;
	headers?: Readonly<Record<string, string>>;
	userAgent?: string;
	/** HTTP proxies for the requests. */
	proxies?: readonly string[];
	/** The requests per minute, for those that no schedule of the engine counts; null for no maximum. */
	perMinute?: number | null;
}

const LARGEST = 32 * 1024 * 1024;

/**
 * Reads JSON from one shop with limits on time and size. Never follows redirects. The engine's schedule keeps the budget,
 * and pauses each region alone.
 */
export function createJsonClient(options: JsonClientOptions): JsonClient {
	const { shop, url, timeoutMs, connections, headers, userAgent = userAgentOf(), proxies = [] } = options;
	const { perMinute = null } = options;
	const client = createWebClient({
		shop,
		userAgent,
		timeoutMs,
		largest: LARGEST,
		perHost: { concurrent: connections, perMinute, circuit: false },
		privateShops: [new URL(url).origin],
		proxies,
	});
	const send = (path: string, signal: AbortSignal, etag: string | null) => {
		const link = `${url}${path}`;
		return client.get({
			link,
			signal,
			headers: { accept: 'application/json', ...headers },
			known: etag === null ? null : { link, etag, lastModified: null },
		});
	};
	return {
		async get(path, signal, etag = null) {
			const answer = await send(path, signal, etag);
			if ('unchanged' in answer) return answer;
			if (isFailure(answer)) return blocked(answer);
			const json = parsedJson(answer.body.toString());
			freeBody(answer.body);
			return { json, etag: answer.validators.etag, ageMs: answer.ageMs };
		},
		async read<Name extends ReaderName>(
			path: string,
			reader: Name,
			facts: FactsOf<Name>,
			{ signal, etag = null }: { signal: AbortSignal; etag?: string | null },
		): Promise<ReadAnswer<Name>> {
			const answer = await send(path, signal, etag);
			if ('unchanged' in answer) return answer;
			if (isFailure(answer)) return blocked(answer);
			const result = await readAnswer(readerPool(), reader, answer, facts);
			freeBody(answer.body);
			if (isRefusal(result)) return refused(result);
			const { validators, ageMs } = answer;
			return { result: result as Exclude<ResultOf<Name>, ShopRefusal>, etag: validators.etag, ageMs };
		},
		close: () => client.close(),
	};
}

/** Whether the shop's 404 means that a product does not exist is up to the source. */
function blocked(failed: FetchFailure): Blocked {
	const { kind, words, status, retryAfterMs } = failed;
	const reason = blockedReason(kind === 'gone' ? 'HTTP status' : kind, words);
	return { blocked: reason, status, retryAfterMs, isAboutHost: isAboutHost(failed) };
}

function isRefusal(result: unknown): result is ShopRefusal {
	return typeof result === 'object' && result !== null && isRefused(result);
}

function refused({ code, message }: ShopRefusal): Blocked {
	const kind = code === 'wall' ? 'wall page' : code === 'unreachable' ? 'unreachable' : 'changed format';
	const isShops = kind !== 'changed format';
	return { blocked: blockedReason(kind, message), status: null, retryAfterMs: null, isAboutHost: isShops };
}
