import { parseObject, readRejection, type Rejection } from './answers.ts';
import { decorationIn } from './decoration.ts';

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
