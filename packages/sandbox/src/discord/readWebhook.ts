import type { IncomingMessage, ServerResponse } from 'node:http';
import { rejection } from './errors.ts';
import { count, mustWait, PATH } from './execute.ts';
import { ownWebhookPayload } from './payloads.ts';
import { addressOf, faultReply, type Reply, write } from './replies.ts';
import type { DiscordState } from './state.ts';

/**
 * Reads a webhook by its token, without other authorization (Discord's documentation, "Get Webhook with Token").
 * Reading has its own rate limit, reported in the same headers as the limit for executing.
 * @returns false if the request does not read a webhook
 */
export function readWebhook(state: DiscordState, request: IncomingMessage, response: ServerResponse): boolean {
	const match = request.method === 'GET' ? PATH.exec(request.url ?? '') : null;
	if (!match) return false;
	const [, id, token] = match as unknown as [string, string, string];
	const now = Date.now();
	const bucket = `read ${id}`;
	const from = addressOf(request);
	state.stats.reads++;
	if (mustWait(state, bucket, from, now)) state.stats.limitBroken++;
	const { refused, headers } = count(state, { id, from, bucket }, now);
	if (refused) {
		write(state, from, response, refused);
		return true;
	}
	// Reading has its own faults: `read` affects every webhook, `read {id}` affects one.
	const fault = state.takeFault(['read', bucket]);
	if (fault && 'hang' in fault) return true;
	if (fault && ('drop' in fault || 'dropAfter' in fault)) {
		request.socket.resetAndDestroy();
		return true;
	}
	const send = (reply: Reply) => write(state, from, response, { ...reply, headers: { ...headers, ...reply.headers } });
	if (fault && 'delayMs' in fault) void state.delay(fault.delayMs).then(() => send(read(state, id, token)));
	else send((fault && faultReply(state, { bucket, from }, fault)) ?? read(state, id, token));
	return true;
}

function read(state: DiscordState, id: string, token: string): Reply {
	const webhook = state.webhooks.get(id);
	if (!webhook) return { ...rejection(10_015), headers: {} };
	if (webhook.token !== token) return { ...rejection(50_027), headers: {} };
	const guildId = state.channels.get(webhook.channelId)?.guildId ?? null;
	return { status: 200, headers: {}, body: ownWebhookPayload(webhook, guildId) };
}
