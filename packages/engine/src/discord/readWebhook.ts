import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { readBounded } from '@dropwire/retailers';
import { Agent } from 'undici';
import { isInvalid, parseObject, readRejection } from './answers.ts';

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
	/** Whether Discord counts the response towards its ban of the IP address. */
	invalid: boolean;
	/** Whether the wait applies to the whole IP address, not only to this route. */
	global: boolean;
}

export interface WebhookReader {
	/** Requests a webhook from Discord by its token. Never rejects: a failure is `unclear`. */
	read(webhook: { id: string; token: string }): Promise<WebhookAnswer>;
	close(): Promise<void>;
}

const SNOWFLAKE = /^\d{17,20}$/;
/** The maximum response size. A webhook takes about 400 bytes. */
const MAX_BYTES = 64 * 1024;

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
				const text = (await readBounded(response.body, MAX_BYTES)).toString();
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
	const invalid = isInvalid(status, header);
	if (status >= 200 && status < 300) {
		const facts = status === 200 ? factsOf(id, parseObject(text)) : null;
		const reason = `Discord answered ${status} without the webhook`;
		return {
			reading: facts ? { kind: 'found', facts } : { kind: 'unclear', reason, waitMs: 0 },
			invalid,
			global: false,
		};
	}
	const { next, scope, code, reason, waitMs } = readRejection(status, header, text);
	const isProof = next === 'switchOff' && code !== null;
	const reading: Reading = isProof ? { kind: 'rejected', code, reason } : { kind: 'unclear', reason, waitMs };
	return { reading, invalid, global: scope === 'address' };
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

function describe(error: unknown): string {
	const { name, code, message } = error as { name?: string; code?: string; message?: string };
	if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'Discord did not answer in time';
	return `Discord cannot be reached (${code ?? message ?? 'unknown failure'})`;
}
