import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { Pool } from 'undici';
import { isInvalid, parseObject, readRejection, type Rejection, remainingRequests, untilReset } from './answers.ts';
import { decorationIn } from './decoration.ts';
import { Exchange, type Exchanged } from './exchange.ts';

/**
 * The result of one attempt, by the next step:
 * `sent`: done. `limited`: not an attempt; the IP address, or requests of this kind to this webhook, wait. `retry`: try
 * again until the message expires. `refused`: Discord will never accept this message. `dead`: this webhook will never
 * accept a message. `sendNew`: the message to edit cannot be edited: send its state as a new one. `decorated`: send it
 * once more without these parts of its body. `postGone`: the forum post no longer exists. `isForum`: send the message as
 * a new post, since the channel is a forum.
 */
export type Outcome =
	| { kind: 'sent'; messageId: string; channelId: string | null }
	| { kind: 'limited'; scope: 'address' | 'route'; waitMs: number; reason: string }
	| { kind: 'retry'; reason: string }
	| { kind: 'refused'; reason: string }
	| { kind: 'dead'; reason: string }
	| { kind: 'sendNew'; reason: string }
	| { kind: 'decorated'; without: readonly string[]; reason: string }
	| { kind: 'postGone' }
	| { kind: 'isForum' };

export interface Answer {
	outcome: Outcome;
	/** How long the webhook accepts no other request of this kind, according to the response headers, ms. */
	busyMs: number;
	/** How many more requests of this kind the webhook accepts now; 0 if it is unknown. */
	remaining: number;
	/** Whether Discord counts the response towards its ban of the IP address. */
	invalid: boolean;
	/** Its HTTP status; null if there was none. */
	status: number | null;
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
				const outcome = { kind: 'retry', reason: response.failure } as const;
				return { outcome, busyMs: 0, remaining: 0, invalid: false, status: null };
			}
			const { status, header, text } = response;
			return {
				outcome: readAnswer(status, header, text, { isEdit: target !== null, ...sent }),
				busyMs: untilReset(header),
				remaining: remainingRequests(header),
				invalid: isInvalid(status, header),
				status,
			};
		},
		close: () => pool.destroy(),
	};
}

const SNOWFLAKE = /^\d{17,20}$/;

/** What the meaning of a response depends on. */
interface Sent {
	isEdit: boolean;
	/** Whether it went to a forum post, which can be made again. */
	inPost: boolean;
	/** Whether it can be sent as a new post if the channel is a forum; by default not. */
	canBePost?: boolean;
	/** Whether decoration was left out already; by default not. */
	isPlain?: boolean;
}

/**
 * Reads Discord's response to an executed webhook (`?wait=true`) or an edited message.
 * @param header returns a header's value
 */
export function readAnswer(
	status: number,
	header: (name: string) => string | undefined,
	text: string,
	sent: Sent,
): Outcome {
	if (status >= 200 && status < 300) {
		const body = parseObject(text);
		const messageId = snowflakeOf(body, 'id');
		return messageId
			? { kind: 'sent', messageId, channelId: snowflakeOf(body, 'channel_id') }
			: { kind: 'retry', reason: `Discord answered ${status} without a message id` };
	}
	return outcomeOf(readRejection(status, header, text), sent);
}

function outcomeOf({ next, scope, code, reason, waitMs, fields }: Rejection, sent: Sent): Outcome {
	switch (next) {
		case 'pause':
		case 'wait':
			return { kind: 'limited', scope: scope === 'address' ? 'address' : 'route', waitMs, reason };
		case 'switchOff':
			return { kind: 'dead', reason };
		case 'sendNew':
			return { kind: sent.isEdit ? 'sendNew' : 'refused', reason };
		case 'newPost':
			return sent.inPost ? { kind: 'postGone' } : { kind: 'refused', reason };
		case 'asPost':
			return sent.canBePost ? { kind: 'isForum' } : { kind: 'refused', reason };
		case 'undecorate': {
			const without = sent.isPlain ? [] : decorationIn(fields, code === null);
			return without.length > 0 ? { kind: 'decorated', without, reason } : { kind: 'refused', reason };
		}
		case 'fail':
			return { kind: 'refused', reason };
		case 'retry':
			return { kind: 'retry', reason };
	}
}

function snowflakeOf(body: Readonly<Record<string, unknown>> | null, field: 'id' | 'channel_id'): string | null {
	const id = body?.[field];
	return typeof id === 'string' && SNOWFLAKE.test(id) ? id : null;
}
