import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { Pool } from 'undici';
import { isInvalid, untilReset } from './answers.ts';
import { Exchange, type Exchanged } from './exchange.ts';
import { type Outcome, readAnswer } from './outcome.ts';

export interface Answer {
	outcome: Outcome;
	/** How long the webhook accepts no other request of this kind, according to the response headers, ms. */
	busyMs: number;
	/** Whether Discord counts the response towards its ban of the IP address. */
	invalid: boolean;
}

export interface SendRequest {
	body: Buffer;
	/** The Discord message to edit; null for a new message. */
	target: string | null;
	/** The thread of the webhook's channel that the message goes to or is in; null for the channel itself. */
	threadId: string | null;
	/** Whether that thread is a forum post, which is made again if somebody deleted it. */
	inPost: boolean;
	/** Whether it can be sent as a new post if the channel is a forum; by default not. */
	canBePost?: boolean;
	/** Whether decoration that Discord rejected was left out; by default not. */
	isPlain?: boolean;
}

export interface Sender {
	/**
	 * Posts a body to a webhook, or edits a message of the webhook. Never rejects: errors are returned as outcomes.
	 */
	send(webhook: { discordId: string; token: string }, request: SendRequest): Promise<Answer>;
	close(): Promise<void>;
}

export interface SenderOptions {
	discordUrl: string;
	connections: number;
	/** The timeout for the whole request, up to the last byte of the response, ms. */
	timeoutMs: number;
	/** The local address to send from; null if the operating system chooses it. */
	localAddress: string | null;
}

/**
 * Sends HTTP requests to Discord's webhooks over persistent connections. Handles single requests; the dispatcher does
 * the waiting.
 */
export function createSender({ discordUrl, connections, timeoutMs, localAddress }: SenderOptions): Sender {
	const { origin, pathname } = new URL(discordUrl);
	const base = `${pathname.replace(/\/$/, '')}/api/v10/webhooks`;
	const pool = new Pool(origin, {
		connections,
		// `Exchange` limits the total duration of each request.
		headersTimeout: 0,
		bodyTimeout: 0,
		connect: { timeout: timeoutMs },
		...(localAddress !== null && { localAddress }),
	});
	const headers = { 'content-type': 'application/json', 'user-agent': DISCORD_USER_AGENT };

	return {
		async send({ discordId, token }, { body, target, threadId, ...sent }) {
			const webhook = `${base}/${discordId}/${token}`;
			const method = target === null ? 'POST' : 'PATCH';
			const thread = threadId === null ? '' : `thread_id=${threadId}`;
			const path =
				target === null
					? `${webhook}?wait=true${thread && `&${thread}`}`
					: `${webhook}/messages/${target}${thread && `?${thread}`}`;
			const response = await new Promise<Exchanged>((resolve) => {
				pool.dispatch({ method, path, headers, body }, new Exchange(timeoutMs, resolve));
			});
			if ('failure' in response) {
				return { outcome: { kind: 'retry', reason: response.failure }, busyMs: 0, invalid: false };
			}
			const { status, header, text } = response;
			return {
				outcome: readAnswer(status, header, text, { isEdit: target !== null, ...sent }),
				busyMs: untilReset(header),
				invalid: isInvalid(status, header),
			};
		},
		close: () => pool.destroy(),
	};
}
