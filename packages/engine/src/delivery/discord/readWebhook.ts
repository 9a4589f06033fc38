import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { Agent } from 'undici';

/** Discord's information about a webhook. */
export interface WebhookFacts {
	/** Null if the webhook is not in a server. */
	guildId: string | null;
	channelId: string;
	name: string | null;
	/** The application that created the webhook; null if a person created it. */
	applicationId: string | null;
}

/**
 * `found`; `rejected`: Discord itself reports that the webhook does not exist or that the token is invalid; `unclear`:
 * any other response, which proves nothing. `waitMs` is the wait that Discord orders, 0 if it orders none.
 */
export type Reading =
	| { kind: 'found'; facts: WebhookFacts }
	| { kind: 'rejected'; code: number; reason: string }
	| { kind: 'unclear'; reason: string; waitMs: number };

export interface WebhookAnswer {
	reading: Reading;
	/**
	 * Whether Discord counts the response towards its ban of the IP address: 401, 403, and 429 unless its scope is
	 * shared.
	 */
	invalid: boolean;
	/** Whether the rate limit applies to the whole IP address, not only to this route. */
	global: boolean;
}

export interface WebhookReader {
	/** Requests a webhook from Discord by its token. Never rejects: a failure is `unclear`. */
	read(webhook: { id: string; token: string }): Promise<WebhookAnswer>;
	close(): Promise<void>;
}

/** The error codes that prove a rejection, with the status that Discord sends with each. */
const PROOFS = new Map([
	[10015, 404],
	[50027, 401],
]);
const SNOWFLAKE = /^\d{17,20}$/;
/** The maximum response size. A webhook takes about 400 bytes. */
const MOST_BYTES = 64 * 1024;
/** The wait for a rate limit without a duration, and the longest accepted wait. */
const DEFAULT_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * @param timeoutMs timeout for the whole response
 * @param localAddress the local address to send from; null if the operating system chooses it
 */
export function createWebhookReader(
	discordUrl: string,
	{ timeoutMs = 10_000, localAddress = null }: { timeoutMs?: number; localAddress?: string | null } = {},
): WebhookReader {
	const { origin, pathname } = new URL(discordUrl);
	const base = `${pathname.replace(/\/$/, '')}/api/v10/webhooks`;
	const agent = new Agent({ connect: { timeout: timeoutMs }, ...(localAddress !== null && { localAddress }) });

	return {
		async read({ id, token }) {
			try {
				const response = await agent.request({
					origin,
					method: 'GET',
					path: `${base}/${id}/${token}`,
					headers: { 'user-agent': DISCORD_USER_AGENT },
					signal: AbortSignal.timeout(timeoutMs),
				});
				const text = await bounded(response.body);
				const header = (name: string) => [response.headers[name]].flat()[0];
				return judge(id, response.statusCode, header, text);
			} catch (error) {
				return { reading: { kind: 'unclear', reason: describe(error), waitMs: 0 }, invalid: false, global: false };
			}
		},
		close: () => agent.destroy(),
	};
}

function judge(id: string, status: number, header: (name: string) => string | undefined, text: string): WebhookAnswer {
	const scope = header('x-ratelimit-scope');
	const invalid = status === 401 || status === 403 || (status === 429 && scope !== 'shared');
	const body = parsed(text);
	const answer = {
		invalid,
		global: status === 429 && (body === null || body['global'] === true || scope === 'global'),
	};
	if (status === 200) {
		const facts = factsOf(id, body);
		if (facts) return { ...answer, reading: { kind: 'found', facts } };
	}
	const { code, message } = body ?? {};
	if (typeof code === 'number' && PROOFS.get(code) === status) {
		// The same text as for a rejected message, because it is the same fact.
		return {
			...answer,
			reading: { kind: 'rejected', code, reason: `Discord answered ${status}: ${String(message)} [${code}]` },
		};
	}
	const waitMs = status === 429 ? toldWait(body?.['retry_after'] ?? header('retry-after')) : 0;
	const reason = body === null ? `Discord answered ${status} without JSON` : `Discord answered ${status}`;
	return { ...answer, reading: { kind: 'unclear', reason, waitMs } };
}

/** @returns null unless the body is the requested webhook */
function factsOf(id: string, body: Record<string, unknown> | null): WebhookFacts | null {
	const snowflake = (value: unknown) => (typeof value === 'string' && SNOWFLAKE.test(value) ? value : null);
	const channelId = snowflake(body?.['channel_id']);
	if (!body || body['id'] !== id || channelId === null) return null;
	return {
		guildId: snowflake(body['guild_id']),
		channelId,
		name: typeof body['name'] === 'string' ? body['name'].slice(0, 80) : null,
		applicationId: snowflake(body['application_id']),
	};
}

function toldWait(seconds: unknown): number {
	const ordered = Number(seconds ?? Number.NaN);
	return Number.isFinite(ordered) && ordered > 0
		? Math.min(LONGEST_WAIT_MS, Math.ceil(ordered * 1000))
		: DEFAULT_WAIT_MS;
}

/** @throws Error when the body is longer than any webhook */
async function bounded(body: AsyncIterable<Buffer>): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > MOST_BYTES) throw new Error('an answer that is too long');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
	} catch {
		return null;
	}
}

function describe(error: unknown): string {
	const { name, code, message } = error as { name?: string; code?: string; message?: string };
	if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'Discord did not answer in time';
	return `Discord cannot be reached (${code ?? message ?? 'unknown failure'})`;
}
