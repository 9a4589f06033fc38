import { ApiError } from '@dropwire/bff/contract';
import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { COLORS } from '../look/colors.ts';
import { type Reply, reply } from '../look/reply.ts';
import { Refused } from '../refused.ts';

/**
 * What went wrong, for who gave the command: what to do, and under which id the log knows more.
 * @param interactionId stands in for the request's id where the server gave none
 */
export function failureReply(error: unknown, interactionId: string): Reply {
	const { title, text } = inWords(error);
	return reply(title, text, { color: COLORS.bad, footer: `request ${requestIdOf(error) ?? interactionId}` });
}

/** Under which id our server's log has it. */
export function requestIdOf(error: unknown): string | null {
	const { cause } = error as { cause?: unknown };
	return [error, cause].find((one) => one instanceof ApiError)?.requestId ?? null;
}

/** Whether it is our fault, so that the log should have it as such. */
export function isOurFault(error: unknown): boolean {
	if (error instanceof Refused) return error.cause !== undefined && isOurFault(error.cause);
	if (error instanceof ApiError) return error.status >= 500 || error.status === 401;
	return !(error instanceof DiscordAPIError && error.status < 500);
}

function inWords(error: unknown): { title: string; text: string } {
	if (error instanceof Refused) return { title: 'Not done', text: error.message };
	if (error instanceof ApiError) return serverWords(error);
	if (error instanceof DiscordAPIError) return { title: 'Discord said no', text: discordWords(error) };
	if (error instanceof HTTPError || error instanceof RateLimitError || isTimeout(error)) {
		return {
			title: 'Discord does not answer',
			text: 'Discord has trouble right now. Nothing was changed. Try again in a minute.',
		};
	}
	return {
		title: 'Something went wrong',
		text: 'The bot failed at this. `/links` shows what stands. Try again in a minute.',
	};
}

function serverWords({ status, code, message, retryAfter }: ApiError): { title: string; text: string } {
	if (code === 'unreachable' || status >= 500) {
		const own = code === 'upstream_failed' ? message : 'Dropwire does not answer right now. Nothing was changed.';
		return { title: 'Dropwire has trouble', text: `${own} Try again in a minute.` };
	}
	if (status === 401 || (status === 403 && /scope|token/i.test(message))) {
		return {
			title: 'The bot has no access',
			text: "Dropwire does not accept the bot's token. Tell the operators: they make a new one with the scope `bot`.",
		};
	}
	if (status === 429) return { title: 'Too often', text: `Try again in ${retryAfter ?? 60} seconds.` };
	return { title: 'Not done', text: message };
}

function discordWords({ code, message }: DiscordAPIError): string {
	switch (code) {
		case RESTJSONErrorCodes.MissingPermissions:
		case RESTJSONErrorCodes.MissingAccess:
			return "The bot needs **View Channel** and **Manage Webhooks** in that channel. Open the channel's settings, then Permissions, add the role **Dropwire** and allow both.";
		case RESTJSONErrorCodes.MaximumNumberOfWebhooksReached:
			return "The channel has as many webhooks as Discord allows. Delete one in the channel's settings, under Integrations.";
		case RESTJSONErrorCodes.UnknownChannel:
			return 'The channel is not there any more. Choose another one.';
		default:
			return `${message} (${code}). Nothing was changed. Try again in a minute.`;
	}
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
