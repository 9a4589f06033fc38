import type { IncomingMessage, ServerResponse } from 'node:http';
import { SANDBOX_APP } from '../seeds.ts';
import { editMessage } from './editMessage.ts';
import { rejection, type Rejection } from './errors.ts';
import { bucketOf } from './limits.ts';
import { webhookMessagePayload } from './payloads.ts';
import {
	addressOf,
	cloudflare,
	type Counted,
	faultReply,
	globalOf,
	limitedReply,
	type Reply,
	take,
	write,
} from './replies.ts';
import { placeMessage } from './threads.ts';
import { notJson, validateWebhookMessage } from './validate.ts';
import type { DiscordState, SandboxMessage, SandboxWebhook } from './state.ts';

/** The path of a webhook's message. */
const MESSAGE_PATH = /^\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)\/messages\/(\d+)(?:\?.*)?$/;
/** The path of a webhook with its token, used to execute and to read it. */
export const PATH = /^\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)(?:\?(.*))?$/;

/**
 * Executes a webhook or edits one of its messages, each with a bucket of its own. Bypasses the rest of the API and does as
 * little work as possible, because benchmarks measure senders against it.
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
interface Posting extends Counted {
	/** The webhook. */
	id: string;
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
	const counted = { bucket: isEdit ? `edit ${id}` : id, from: addressOf(request) };
	return { ...counted, id, token, wait, threadId, messageId: isEdit ? (rest ?? null) : null };
}

/** Whether an earlier response requires the sender to wait. */
export function mustWait(state: DiscordState, bucket: string, from: string, now: number): boolean {
	return [bucket, globalOf(from)].some((key) => (state.waits.get(key) ?? 0) > now);
}

function answer(
	state: DiscordState,
	target: Posting,
	text: string,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	const { id, bucket, from, messageId } = target;
	state.stats.requests++;
	const now = Date.now();
	if (mustWait(state, bucket, from, now)) state.stats.limitBroken++;
	const { refused, headers } = count(state, target, now);
	if (refused) {
		write(state, from, response, refused);
		return;
	}
	const method = messageId === null ? 'POST' : 'PATCH';
	const fault = state.takeFault([null, id, `${method} ${id}`, method]);
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
	const send = (reply: Reply) => write(state, from, response, { ...reply, headers: { ...headers, ...reply.headers } });
	if (fault && 'answerAfterMs' in fault) {
		const reply = execute(state, target, text);
		void state.delay(fault.answerAfterMs).then(() => send(reply));
	} else if (fault && 'delayMs' in fault) {
		void state.delay(fault.delayMs).then(() => send(execute(state, target, text)));
	} else send((fault && faultReply(state, target, fault)) ?? execute(state, target, text));
}

/**
 * Counts the request against every limit.
 * @returns the rejection, or the headers with the limit of its bucket
 */
export function count(
	state: DiscordState,
	{ id, from, bucket }: Counted & { id: string },
	now: number,
): { refused: Reply | null; headers: Record<string, string> } {
	const { limits } = state;
	const refuse = (refused: Reply) => ({ refused, headers: {} });
	if (limits.invalid && bucketOf(state.invalidBuckets, from).isFull(limits.invalid, now)) return refuse(cloudflare());
	if (limits.global) {
		const window = bucketOf(state.globalBuckets, from).take(limits.global, now);
		const seconds = (window.endsAt - now) / 1000;
		if (!window.ok) return refuse(limitedReply(state, globalOf(from), { seconds, scope: 'global' }));
	}
	const counted = limits.webhook ? take(state, bucket, limits.webhook, now) : { refused: null, headers: {} };
	const channelId = state.webhooks.get(id)?.channelId;
	if (counted.refused || !limits.channel || !channelId || bucket !== id) return counted;
	const window = bucketOf(state.channelBuckets, channelId).take(limits.channel, now);
	const seconds = (window.endsAt - now) / 1000;
	return window.ok ? counted : refuse(limitedReply(state, id, { seconds, scope: 'user' }));
}

function execute(state: DiscordState, { id, from, token, wait, messageId, threadId }: Posting, text: string): Reply {
	const webhook = state.webhooks.get(id);
	if (!webhook) return { ...rejection(10_015), headers: {} };
	if (webhook.token !== token) return { ...rejection(50_027), headers: {} };
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return { ...notJson, headers: {} };
	}
	const message =
		messageId === null
			? (validateWebhookMessage(body, webhook.applicationId !== undefined) ??
				postMessage(state, webhook, body as object, { from, threadId }))
			: editMessage(state, webhook, { messageId, threadId }, body);
	const path = `/webhooks/${id}/${token}`;
	const rejected = 'status' in message ? message : null;
	if (messageId === null) state.checkRequest('POST', path, body, rejected);
	else state.checkRequest('PATCH', `${path}/messages/${messageId}`, body, rejected);
	if ('status' in message) return { ...message, headers: {} };
	if (!wait) return { status: 204, headers: {}, stored: message };
	return { status: 200, headers: {}, stored: message, body: webhookMessagePayload(message, webhook) };
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

function pourWithoutEnd(response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	const chunk = ' '.repeat(64 * 1024);
	const pour = () => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on('drain', pour);
	pour();
}
