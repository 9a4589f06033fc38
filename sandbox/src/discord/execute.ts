import type { IncomingMessage, ServerResponse } from 'node:http';
import { SANDBOX_APP } from '../seeds.ts';
import { Bucket } from './limits.ts';
import { notJson, validateMessage } from './validate.ts';
import type { DiscordFault, DiscordWorld } from './world.ts';

const PATH = /^\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)(?:\?(.*))?$/;

/** The answer to an executed webhook before it is written. */
interface Reply {
	status: number;
	headers: Record<string, string>;
	body?: unknown;
	html?: string;
}

/**
 * Executes a webhook. Apart from the rest of the API and as light as can be: benches measure senders against it.
 * @returns false when the request is for something else
 */
export function executeWebhook(world: DiscordWorld, request: IncomingMessage, response: ServerResponse): boolean {
	const match = request.method === 'POST' ? PATH.exec(request.url ?? '') : null;
	// With the application's id it is a further answer to an interaction.
	if (!match || match[1] === SANDBOX_APP.clientId) return false;
	const [, id, token, query] = match as unknown as [string, string, string, string | undefined];
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const wait = query?.includes('wait=true') ?? false;
		answer(world, { id, token, wait }, Buffer.concat(chunks).toString('utf8'), request, response);
	});
	return true;
}

function answer(
	world: DiscordWorld,
	target: { id: string; token: string; wait: boolean },
	text: string,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	world.stats.requests++;
	const now = Date.now();
	if ((world.told.get(target.id) ?? 0) > now || (world.told.get('global') ?? 0) > now) world.stats.limitBroken++;
	const { refused, headers } = count(world, target, now);
	if (refused) {
		write(world, response, refused);
		return;
	}
	const fault = world.takeFault(target.id);
	if (fault && 'hang' in fault) return;
	if (fault && ('drop' in fault || 'dropAfter' in fault)) {
		if ('dropAfter' in fault) execute(world, target, text);
		request.socket.resetAndDestroy();
		return;
	}
	const send = (reply: Reply) => write(world, response, { ...reply, headers: { ...headers, ...reply.headers } });
	if (fault && 'delayMs' in fault) setTimeout(() => send(execute(world, target, text)), fault.delayMs);
	else send(fault ? faulty(world, target, fault) : execute(world, target, text));
}

/** Counts the request against every limit. @returns the refusal, or the headers that tell the webhook's own limit */
function count(
	world: DiscordWorld,
	{ id }: { id: string },
	now: number,
): { refused: Reply | null; headers: Record<string, string> } {
	const { limits } = world;
	const refuse = (refused: Reply) => ({ refused, headers: {} });
	if (limits.invalid && world.invalidBucket.isFull(limits.invalid, now)) return refuse(cloudflare());
	if (limits.global) {
		const window = world.globalBucket.take(limits.global, now);
		if (!window.ok) return refuse(limitedReply(world, 'global', (window.endsAt - now) / 1000, 'global'));
	}
	let headers = {};
	if (limits.webhook) {
		const window = bucketOf(world.webhookBuckets, id).take(limits.webhook, now);
		if (!window.ok) return refuse(limitedReply(world, id, (window.endsAt - now) / 1000, 'user'));
		if (window.remaining === 0) world.told.set(id, window.endsAt);
		headers = {
			'x-ratelimit-limit': String(limits.webhook.limit),
			'x-ratelimit-remaining': String(window.remaining),
			'x-ratelimit-reset': (window.endsAt / 1000).toFixed(3),
			'x-ratelimit-reset-after': ((window.endsAt - now) / 1000).toFixed(3),
			'x-ratelimit-bucket': `sandbox${id.slice(-6)}`,
		};
	}
	const channelId = world.webhooks.get(id)?.channelId;
	if (limits.channel && channelId) {
		const window = bucketOf(world.channelBuckets, channelId).take(limits.channel, now);
		if (!window.ok) return refuse(limitedReply(world, id, (window.endsAt - now) / 1000, 'user'));
	}
	return { refused: null, headers };
}

function execute(
	world: DiscordWorld,
	{ id, token, wait }: { id: string; token: string; wait: boolean },
	text: string,
): Reply {
	const webhook = world.webhooks.get(id);
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
	const refusal = validateMessage(body);
	if (refusal) return { status: refusal.status, headers: {}, body: refusal.body };
	const message = world.store(webhook, body);
	if (!wait) return { status: 204, headers: {} };
	return {
		status: 200,
		headers: {},
		body: {
			id: message.id,
			type: 0,
			channel_id: message.channelId,
			webhook_id: id,
			timestamp: new Date(message.at).toISOString(),
			content: '',
			embeds: [],
		},
	};
}

function faulty(world: DiscordWorld, { id }: { id: string }, fault: DiscordFault): Reply {
	if ('status' in fault) {
		return { status: fault.status, headers: {}, body: fault.body ?? { message: 'Sandbox fault', code: 0 } };
	}
	if ('limited' in fault) {
		const { retryAfter, scope } = fault.limited;
		return limitedReply(world, scope === 'global' ? 'global' : id, retryAfter, scope);
	}
	return cloudflare();
}

function limitedReply(world: DiscordWorld, key: string, seconds: number, scope: 'user' | 'shared' | 'global'): Reply {
	world.told.set(key, Math.max(world.told.get(key) ?? 0, Date.now() + seconds * 1000));
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

function write(world: DiscordWorld, response: ServerResponse, reply: Reply): void {
	const { status, headers, body, html } = reply;
	const { stats, limits } = world;
	stats.answered[status] = (stats.answered[status] ?? 0) + 1;
	if (status === 401 || status === 403 || (status === 429 && headers['x-ratelimit-scope'] !== 'shared')) {
		stats.invalid++;
		if (limits.invalid) world.invalidBucket.take(limits.invalid, Date.now());
	}
	if (html !== undefined) response.writeHead(status, { ...headers, 'content-type': 'text/html' }).end(html);
	else if (body === undefined) response.writeHead(status, headers).end();
	else response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function bucketOf(buckets: Map<string, Bucket>, key: string): Bucket {
	let bucket = buckets.get(key);
	if (!bucket) buckets.set(key, (bucket = new Bucket()));
	return bucket;
}
