import type { BlockedKind } from '@dropwire/domain';
import { type Dispatcher, errors } from 'undici';
import { TooLargeError } from './readBounded.ts';

/** Why a request has no answer that can be read. */
export interface FetchFailure {
	/** `gone`: the shop reports that the page does not exist. */
	kind: BlockedKind | 'gone';
	/** For operators: the shop's name and the error. */
	words: string;
	/** The HTTP status; null when no response arrived, or when its body could not be read. */
	status: number | null;
	/** How long the shop asks to wait, ms; null if it does not specify a wait. */
	retryAfterMs: number | null;
	/** Set if nothing was requested: the host is left alone, and this is its last failure, or its limits are used up. */
	isUnsent?: true;
	/** Set for a `wall page` that is the shop's queue. */
	isQueue?: true;
}

/** Shopify answers 430 to callers that are too fast. */
const TOO_MANY = new Set([429, 430]);
const NOT_FOUND = new Set([404, 410]);

export function failure(kind: FetchFailure['kind'], words: string, status: number | null = null): FetchFailure {
	return { kind, words, status, retryAfterMs: null };
}

/** The failure of a response whose status is not 200. */
export function statusFailure(shop: string, { statusCode: status, headers }: Dispatcher.ResponseData): FetchFailure {
	return { ...failure(kindOf(status), `${shop} answered ${status}`, status), retryAfterMs: retryAfter(headers) };
}

function kindOf(status: number): FetchFailure['kind'] {
	if (status === 403) return 'wall (403)';
	if (NOT_FOUND.has(status)) return 'gone';
	return TOO_MANY.has(status) ? 'rate limited' : 'HTTP status';
}

/** Reads Retry-After: seconds or a date (RFC 9110). */
function retryAfter({ 'retry-after': header }: Dispatcher.ResponseData['headers']): number | null {
	if (typeof header !== 'string') return null;
	const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Number.isFinite(ms) && ms > 0 ? ms : null;
}

/** The failure of a request without a whole response. It names only the error's code: messages can contain addresses. */
export function errorFailure(shop: string, error: unknown): FetchFailure {
	if (error instanceof TooLargeError) {
		return failure('changed format', `${shop}'s response exceeded ${error.max / 1024 / 1024} MiB`);
	}
	const { name, code } = error as { name?: string; code?: string };
	const late =
		error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError || name === 'TimeoutError';
	if (late) return failure('unreachable', `${shop} did not answer in time`);
	return failure('unreachable', `${shop} cannot be reached (${code ?? 'network error'})`);
}
