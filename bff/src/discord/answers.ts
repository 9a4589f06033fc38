import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import type { Logger } from 'pino';
import { CallError, unreadable } from '../http/errors.ts';

/** The error of the contract for a failed request to Discord. */
export function asCallError(error: unknown, log: Logger): unknown {
	if (error instanceof CallError) return error;
	if (error instanceof RateLimitError) {
		const retryAfter = Math.max(1, Math.ceil(error.timeToReset / 1000));
		const text = `Discord limits the bot's requests. Try again in ${retryAfter} s.`;
		return new CallError('upstream_failed', text, undefined, { retryAfter });
	}
	const status = error instanceof DiscordAPIError || error instanceof HTTPError ? error.status : null;
	if (status === 401) {
		return new CallError(
			'upstream_failed',
			"Discord rejects the bot's token. Ask the operators of this Dropwire to replace it.",
		);
	}
	if (UNREADABLE.some((kind) => error instanceof kind)) {
		log.warn({ err: error }, "Discord's answer to the bot could not be read");
		return unreadable("the server's channels and webhooks");
	}
	const problem = status === null ? 'cannot be reached' : `answered ${status}`;
	return new CallError('upstream_failed', `Discord ${problem}. Try again in a moment.`);
}

/** Whether Discord answered with one of these error codes. */
export function isAnswer(error: unknown, ...codes: readonly unknown[]): boolean {
	return error instanceof DiscordAPIError && codes.includes(error.code);
}

/** An answer of Discord that lacks what its documentation promises. */
class UnreadableError extends Error {
	override name = 'UnreadableError';
}

/** What reading an answer throws in which something is missing, or is not what it should be. */
const UNREADABLE = [UnreadableError, SyntaxError, TypeError];

/** For an answer that is a list, in place of its fields. */
export const LIST = '[]';

/** @throws UnreadableError unless the answer is an object with these fields, or a list of objects with ids for `LIST` */
export function withFields(answer: unknown, fields: readonly string[]): unknown {
	const isList = fields.includes(LIST);
	const objects: unknown[] = isList && Array.isArray(answer) ? answer : [answer];
	const names = isList ? ['id'] : fields;
	const isComplete = objects.every(
		(object) =>
			typeof object === 'object' && object !== null && names.every((name) => (object as Fields)[name] != null),
	);
	if (isComplete && isList === Array.isArray(answer)) return answer;
	const found =
		typeof answer === 'object' && answer !== null ? Object.keys(answer).slice(0, 20).join(', ') : typeof answer;
	throw new UnreadableError(`Expected ${isList ? 'a list' : fields.join(', ')}, found: ${found || 'nothing'}`);
}
type Fields = Record<string, unknown>;
