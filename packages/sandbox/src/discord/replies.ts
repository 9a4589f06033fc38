import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, rejection } from './errors.ts';
import { CLOUDFLARE, type CloudflareBlock } from './cloudflare.ts';
import { bucketOf, type Window } from './limits.ts';
import type { DiscordFault } from './faults.ts';
import type { DiscordState, SandboxMessage } from './state.ts';

/** A response, before it is written. */
export interface Reply {
	status: number;
	headers: Record<string, string>;
	/** JSON. */
	body?: unknown;
	/** A body of the type in the headers. */
	text?: string;
	/** The stored message, so that the time of the response can be recorded. */
	stored?: SandboxMessage;
}

/** What a request is counted against: a bucket of a route (`{webhook}`, `edit {webhook}`, `read {webhook}`), and the IP address. */
export interface Counted {
	bucket: string;
	from: string;
}

const HTML = { 'content-type': 'text/html' };

export const cloudflare = (block: CloudflareBlock = 'page'): Reply => CLOUDFLARE[block];

/** The faults that answer in place of Discord. */
type Answering = Extract<
	DiscordFault,
	{ status: number } | { limited: object } | { page: number } | { code: number } | { cloudflare: unknown }
>;

/** The answer of a planned fault; null for a fault that is no answer. */
export function faultReply(state: DiscordState, counted: Counted, fault: DiscordFault): Reply | null {
	return 'status' in fault || 'limited' in fault || 'page' in fault || 'code' in fault || 'cloudflare' in fault
		? answering(state, counted, fault)
		: null;
}

function answering(state: DiscordState, { bucket, from }: Counted, fault: Answering): Reply {
	if ('status' in fault) {
		const body = fault.body ?? { message: 'Sandbox fault', code: 0 };
		return { status: fault.status, headers: fault.headers ?? {}, body };
	}
	if ('limited' in fault) {
		const { retryAfter, scope, code } = fault.limited;
		return limitedReply(state, scope === 'global' ? globalOf(from) : bucket, { seconds: retryAfter, scope, code });
	}
	if ('code' in fault) return { ...rejection(fault.code), headers: {} };
	if ('page' in fault) return page(fault.page);
	return cloudflare(fault.cloudflare === true ? 'page' : fault.cloudflare);
}

function page(status: number): Reply {
	const moved = status >= 300 && status < 400 ? { location: 'https://example.com/' } : undefined;
	return { status, headers: { ...HTML, ...moved }, text: `<html><body><h1>${status}</h1></body></html>` };
}

export const globalOf = (from: string) => `global ${from}`;

interface Limited {
	seconds: number;
	scope: 'user' | 'shared' | 'global';
	/** The code of a limit that has one, as 30046. */
	code?: ErrorCode | undefined;
	limit?: number;
}

/** A 429 as Discord's documentation shows it ("Rate Limits", "Exceeding A Rate Limit"): a global one names no bucket. */
export function limitedReply(state: DiscordState, key: string, { seconds, scope, code, limit = 5 }: Limited): Reply {
	const until = Date.now() + seconds * 1000;
	state.waits.set(key, Math.max(state.waits.get(key) ?? 0, until));
	const shared = 'The resource is being rate limited.';
	const message = scope === 'shared' ? shared : 'You are being rate limited.';
	return {
		status: 429,
		headers: {
			'retry-after': String(Math.ceil(seconds)),
			'x-ratelimit-scope': scope,
			...(scope === 'global'
				? { 'x-ratelimit-global': 'true' }
				: limitHeaders(key, { limit, remaining: scope === 'shared' ? limit - 1 : 0, endsAt: until })),
		},
		body: {
			message: code === undefined ? message : rejection(code).body.message,
			retry_after: seconds,
			global: scope === 'global',
			code: code ?? 0,
		},
	};
}

/** The headers that report a bucket's limit. */
function limitHeaders(
	bucket: string,
	{ limit, remaining, endsAt }: { limit: number; remaining: number; endsAt: number },
): Record<string, string> {
	return {
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': (endsAt / 1000).toFixed(3),
		'x-ratelimit-reset-after': (Math.max(0, endsAt - Date.now()) / 1000).toFixed(3),
		'x-ratelimit-bucket': `sandbox-${bucket.replaceAll(/\W+/g, '-')}`,
	};
}

/**
 * Counts the request against a limit of its bucket.
 * @returns the rejection, or the headers with the limit
 */
export function take(
	state: DiscordState,
	bucket: string,
	window: Window,
	now: number,
): { refused: Reply | null; headers: Record<string, string> } {
	const { ok, remaining, endsAt } = bucketOf(state.routeBuckets, bucket).take(window, now);
	if (!ok) {
		const limited = { seconds: (endsAt - now) / 1000, scope: 'user', limit: window.limit } as const;
		return { refused: limitedReply(state, bucket, limited), headers: {} };
	}
	if (remaining === 0) state.waits.set(bucket, endsAt);
	return { refused: null, headers: limitHeaders(bucket, { limit: window.limit, remaining, endsAt }) };
}

/**
 * Answers a request to the API without a User-Agent as Cloudflare does: with a block (Discord's documentation, "User
 * Agent").
 * @returns false if the request has one, or is for another part of the sandbox
 */
export function blockAnonymous(state: DiscordState, request: IncomingMessage, response: ServerResponse): boolean {
	if (request.headers['user-agent'] || !request.url?.startsWith('/api/')) return false;
	write(state, addressOf(request), response, cloudflare(1010));
	return true;
}

export function addressOf({ socket }: IncomingMessage): string {
	return socket.remoteAddress ?? '';
}

/** @param from the sender's address */
export function write(state: DiscordState, from: string, response: ServerResponse, reply: Reply): void {
	const { status, headers, body, text } = reply;
	const { stats, limits } = state;
	stats.answered[status] = (stats.answered[status] ?? 0) + 1;
	// The connection is closed, so the sender cannot receive the response.
	if (reply.stored && !response.destroyed) reply.stored.answeredAt = Date.now();
	if (status === 401 || status === 403 || (status === 429 && headers['x-ratelimit-scope'] !== 'shared')) {
		stats.invalid++;
		if (limits.invalid) bucketOf(state.invalidBuckets, from).take(limits.invalid, Date.now());
	}
	if (body === undefined) response.writeHead(status, headers).end(text);
	else response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}
