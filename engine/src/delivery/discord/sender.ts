import { Pool } from 'undici';
import { type Outcome, readAnswer } from './outcome.ts';

/** Discord wants its senders named in this form, and refuses others (its documentation, "User Agent"). */
const USER_AGENT = 'DiscordBot (https://github.com/dropwire/dropwire, 1.0.0)';

export interface Answer {
	outcome: Outcome;
	/** When the webhook takes another message, as its headers tell: epoch ms, 0 when at once. */
	readyAt: number;
	/** Counted by Discord against its ban of the address: 401, 403 and 429 (but not of shared scope). */
	invalid: boolean;
}

export interface Sender {
	/** Posts one body to one webhook. Never rejects: what can go wrong is an outcome. */
	post(webhook: { discordId: string; token: string }, body: string): Promise<Answer>;
	close(): Promise<void>;
}

export interface SenderOptions {
	discordUrl: string;
	connections: number;
	/** How long an answer may take, ms. */
	timeoutMs: number;
}

/** Speaks HTTP to Discord's webhooks over kept connections. Knows one request; waiting is the dispatcher's. */
export function createSender({ discordUrl, connections, timeoutMs }: SenderOptions): Sender {
	const { origin, pathname } = new URL(discordUrl);
	const base = `${pathname.replace(/\/$/, '')}/api/v10/webhooks`;
	const pool = new Pool(origin, {
		connections,
		headersTimeout: timeoutMs,
		bodyTimeout: timeoutMs,
		connect: { timeout: timeoutMs },
	});
	const headers = { 'content-type': 'application/json', 'user-agent': USER_AGENT };

	return {
		async post({ discordId, token }, body) {
			try {
				const response = await pool.request({
					method: 'POST',
					path: `${base}/${discordId}/${token}?wait=true`,
					headers,
					body,
				});
				const text = await response.body.text();
				const header = (name: string) => [response.headers[name]].flat()[0];
				const { statusCode: status } = response;
				return {
					outcome: readAnswer(status, header, text),
					readyAt: header('x-ratelimit-remaining') === '0' ? resetAt(header('x-ratelimit-reset-after')) : 0,
					invalid: status === 401 || status === 403 || (status === 429 && header('x-ratelimit-scope') !== 'shared'),
				};
			} catch (error) {
				return { outcome: { kind: 'retry', reason: describe(error) }, readyAt: 0, invalid: false };
			}
		},
		close: () => pool.destroy(),
	};
}

/** Counted from the answer's arrival, so never before Discord's own clock says so. */
function resetAt(resetAfter: string | undefined): number {
	const seconds = Number(resetAfter ?? Number.NaN);
	return Number.isFinite(seconds) ? Date.now() + Math.ceil(seconds * 1000) + 1 : 0;
}

function describe(error: unknown): string {
	const { code, message } = error as { code?: string; message?: string };
	if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'Discord did not answer in time';
	return `Discord cannot be reached (${code ?? message ?? 'unknown failure'})`;
}
