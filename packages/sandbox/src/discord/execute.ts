import type { IncomingMessage, ServerResponse } from 'node:http';
import { SANDBOX_APP } from '../seeds.ts';
import { editMessage } from './editMessage.ts';
import { bucketOf } from './limits.ts';
import { placeMessage } from './threads.ts';
import { notJson, type Rejection, validateMessage } from './validate.ts';
import type { DiscordFault, DiscordState, SandboxMessage, SandboxWebhook } from './state.ts';

/** The path of a webhook's message. */
const MESSAGE_PATH = /^\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)\/messages\/(\d+)(?:\?.*)?$/;
/** The path of a webhook with its token, used to execute and to read it. */
export const PATH = /^\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)(?:\?(.*))?$/;

/** A webhook, and the IP address of the request. Discord limits both. */
export interface Target {
	id: string;
	from: string;
}

/** A response to a webhook request, before it is written. */
export interface Reply {
	status: number;
	headers: Record<string, string>;
	body?: unknown;
	html?: string;
	/** The stored message, so that the time of the response can be recorded. */
	stored?: SandboxMessage;
}

/**
 * Executes a webhook or edits one of its messages, with the same limits. Bypasses the rest of the API and does as little
 * work as possible, because benchmarks measure senders against it.
 * @returns false if the request does neither
 */
export function executeWebhook(state: DiscordState, request: IncomingMessage, response: ServerResponse): boolean {
	const target = targetOf(request);
	if (!target) return false;
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		answer(state, target, Buffer.concat(chunks).toString('utf8'), request, response);
	});
	return true;
}

/** A request to post a message, or to edit one. */
interface Posting extends Target {
	token: string;
	wait: boolean;
	/** Null for a new message. */
	messageId: string | null;
	/** The thread in the query. */
	threadId: string | null;
}

function targetOf(request: IncomingMessage): Posting | null {
	const { method, url = '' } = request;
	const match = method === 'POST' ? PATH.exec(url) : method === 'PATCH' ? MESSAGE_PATH.exec(url) : null;
	// A request with the application's id belongs to an interaction.
	if (!match || match[1] === SANDBOX_APP.clientId) return null;
	const [, id = '', token = '', rest] = match;
	const isEdit = method === 'PATCH';
	const query = new URLSearchParams(isEdit ? url.split('?')[1] : rest);
	const wait = isEdit || query.get('wait') === 'true';
	const threadId = query.get('thread_id');
	return { id, token, wait, threadId, messageId: isEdit ? (rest ?? null) : null, from: addressOf(request) };
}

export function addressOf({ socket }: IncomingMessage): string {
	return socket.remoteAddress ?? '';
}

/** Whether an earlier response requires the sender to wait. */
export function mustWait(state: DiscordState, bucket: string, from: string, now: number): boolean {
	return [bucket, globalOf(from)].some((key) => (state.waits.get(key) ?? 0) > now);
}

const globalOf = (from: string) => `global ${from}`;

function answer(
	state: DiscordState,
	target: Posting,
	text: string,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	state.stats.requests++;
	const now = Date.now();
	if (mustWait(state, target.id, target.from, now)) state.stats.limitBroken++;
	const { refused, headers } = count(state, target, now);
	if (refused) {
		write(state, target.from, response, refused);
		return;
	}
	const fault = state.takeFault(target.id);
	if (fault && 'hang' in fault) return;
	if (fault && 'endless' in fault) {
		pourWithoutEnd(response);
		return;
	}
	if (fault && ('drop' in fault || 'dropAfter' in fault)) {
		if ('dropAfter' in fault) execute(state, target, text);
		request.socket.resetAndDestroy();
		return;
	}
	const send = (reply: Reply) =>
		write(state, target.from, response, { ...reply, headers: { ...headers, ...reply.headers } });
	if (fault && 'answerAfterMs' in fault) {
		const reply = execute(state, target, text);
		setTimeout(() => send(reply), fault.answerAfterMs);
	} else if (fault && 'delayMs' in fault) setTimeout(() => send(execute(state, target, text)), fault.delayMs);
	else send(fault ? faulty(state, target, fault) : execute(state, target, text));
}

/**
 * Counts the request against every limit.
 * @param bucket the webhook's limit to count against; by default the limit for executing it
 * @returns the rejection, or the headers with the webhook's own limit
 */
export function count(
	state: DiscordState,
	{ id, from, bucket = id }: Target & { bucket?: string },
	now: number,
): { refused: Reply | null; headers: Record<string, string> } {
	const { limits } = state;
	const refuse = (refused: Reply) => ({ refused, headers: {} });
	if (limits.invalid && bucketOf(state.invalidBuckets, from).isFull(limits.invalid, now)) return refuse(cloudflare());
	if (limits.global) {
		const window = bucketOf(state.globalBuckets, from).take(limits.global, now);
		if (!window.ok) return refuse(limitedReply(state, globalOf(from), (window.endsAt - now) / 1000, 'global'));
	}
	let headers = {};
	if (limits.webhook) {
		const window = bucketOf(state.webhookBuckets, bucket).take(limits.webhook, now);
		if (!window.ok) return refuse(limitedReply(state, bucket, (window.endsAt - now) / 1000, 'user'));
		if (window.remaining === 0) state.waits.set(bucket, window.endsAt);
		headers = {
			'x-ratelimit-limit': String(limits.webhook.limit),
			'x-ratelimit-remaining': String(window.remaining),
			'x-ratelimit-reset': (window.endsAt / 1000).toFixed(3),
			'x-ratelimit-reset-after': ((window.endsAt - now) / 1000).toFixed(3),
			'x-ratelimit-bucket': `sandbox${bucket.replace(' ', '').slice(-10)}`,
		};
	}
	const channelId = state.webhooks.get(id)?.channelId;
	if (limits.channel && channelId && bucket === id) {
		const window = bucketOf(state.channelBuckets, channelId).take(limits.channel, now);
		if (!window.ok) return refuse(limitedReply(state, id, (window.endsAt - now) / 1000, 'user'));
	}
	return { refused: null, headers };
}

function execute(state: DiscordState, { id, from, token, wait, messageId, threadId }: Posting, text: string): Reply {
	const webhook = state.webhooks.get(id);
	if (!webhook) return { status: 404, headers: {}, body: { message: 'Unknown Webhook', code: 10015 } };
	if (webhook.token !== token) {
		return { status: 401, headers: {}, body: { message: 'Invalid Webhook Token', code: 50027 } };
	}
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return { status: notJson.status, headers: {}, body: notJson.body };
	}
	const rejection = messageId === null ? validateMessage(body) : null;
	if (rejection) return { status: rejection.status, headers: {}, body: rejection.body };
	const message =
		messageId === null
			? postMessage(state, webhook, body as object, { from, threadId })
			: editMessage(state, webhook, { messageId, threadId }, body);
	if ('status' in message) return { status: message.status, headers: {}, body: message.body };
	if (!wait) return { status: 204, headers: {}, stored: message };
	return {
		status: 200,
		headers: {},
		stored: message,
		body: {
			id: message.id,
			type: 0,
			channel_id: message.channelId,
			webhook_id: id,
			timestamp: new Date(message.at).toISOString(),
			edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
			content: '',
			embeds: [],
		},
	};
}

function postMessage(
	state: DiscordState,
	webhook: SandboxWebhook,
	body: object,
	{ from, threadId }: Pick<Posting, 'from' | 'threadId'>,
): SandboxMessage | Rejection {
	const channelId = placeMessage(state, webhook, threadId, body);
	return typeof channelId === 'string' ? state.store(webhook, channelId, body, from) : channelId;
}

export function faulty(state: DiscordState, { id, from }: Target, fault: DiscordFault): Reply {
	if ('status' in fault) {
		return {
			status: fault.status,
			headers: fault.headers ?? {},
			body: fault.body ?? { message: 'Sandbox fault', code: 0 },
		};
	}
	if ('limited' in fault) {
		const { retryAfter, scope } = fault.limited;
		return limitedReply(state, scope === 'global' ? globalOf(from) : id, retryAfter, scope);
	}
	if ('page' in fault) return page(fault.page);
	return cloudflare();
}

function page(status: number): Reply {
	const headers = status >= 300 && status < 400 ? { location: 'https://example.com/' } : undefined;
	return { status, headers: { ...headers }, html: `<html><body><h1>${status}</h1></body></html>` };
}

function pourWithoutEnd(response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	const chunk = ' '.repeat(64 * 1024);
	const pour = () => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on('drain', pour);
	pour();
}

function limitedReply(state: DiscordState, key: string, seconds: number, scope: 'user' | 'shared' | 'global'): Reply {
	state.waits.set(key, Math.max(state.waits.get(key) ?? 0, Date.now() + seconds * 1000));
	return {
		status: 429,
		headers: {
			'retry-after': String(Math.ceil(seconds)),
			'x-ratelimit-scope': scope,
			...(scope === 'global' && { 'x-ratelimit-global': 'true' }),
		},
		body: { message: 'You are being rate limited.', retry_after: seconds, global: scope === 'global' },
	};
}

function cloudflare(): Reply {
	return {
		status: 429,
		headers: { 'retry-after': '1' },
		html: '<html><body>You are being rate limited (1015)</body></html>',
	};
}

/** @param from the sender's address */
export function write(state: DiscordState, from: string, response: ServerResponse, reply: Reply): void {
	const { status, headers, body, html } = reply;
	const { stats, limits } = state;
	stats.answered[status] = (stats.answered[status] ?? 0) + 1;
	// The connection is closed, so the sender cannot receive the response.
	if (reply.stored && !response.destroyed) reply.stored.answeredAt = Date.now();
	if (status === 401 || status === 403 || (status === 429 && headers['x-ratelimit-scope'] !== 'shared')) {
		stats.invalid++;
		if (limits.invalid) bucketOf(state.invalidBuckets, from).take(limits.invalid, Date.now());
	}
	if (html !== undefined) response.writeHead(status, { ...headers, 'content-type': 'text/html' }).end(html);
	else if (body === undefined) response.writeHead(status, headers).end();
	else response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}
