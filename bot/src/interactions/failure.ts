import { ApiError } from '@dropwire/contract';
import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { type Button, type Reply, reply } from '../ui/reply.ts';
import { UserError } from '../userError.ts';

/**
 * Explains to the user what went wrong and what to do about it, with the request id under which the log has details.
 * @param interactionId the id to show if the BFF returned none
 * @param note appended to the text
 * @param buttons what else the user can do
 */
export function failureReply(
	t: Translate,
	error: unknown,
	interactionId: string,
	note: string | null,
	buttons: readonly Button[] = [],
): Reply {
	const { title, text } = describe(t, error);
	return reply(title, note ? `${text}\n\n${note}` : text, {
		color: COLORS.bad,
		buttons,
		footer: t('footer.request', { id: requestIdOf(error) ?? interactionId }),
	});
}

/** Says that Discord rejected the reply to a command, which has been carried out. */
export function rejectedReply(t: Translate, { code, message }: DiscordAPIError, interactionId: string): Reply {
	const [reason = ''] = message.split('\n');
	return reply(t('error.discord'), t('error.replyRejected', { reason, code: String(code) }), {
		color: COLORS.bad,
		footer: t('footer.request', { id: interactionId }),
	});
}

/** The request id in the BFF's log. */
export function requestIdOf(error: unknown): string | null {
	const { cause } = error as { cause?: unknown };
	return [error, cause].find((one) => one instanceof ApiError)?.requestId ?? null;
}

/** Whether operators have to act, so the failure is logged as an error. */
export function isOurFault(error: unknown): boolean {
	if (error instanceof UserError) return error.cause !== undefined && isOurFault(error.cause);
	if (error instanceof ApiError) return error.status >= 500 || error.status === 401;
	return !(error instanceof DiscordAPIError && error.status < 500);
}

interface Description {
	title: string;
	text: string;
}

function describe(t: Translate, error: unknown): Description {
	if (error instanceof UserError) return { title: t('error.notDone'), text: error.text(t) };
	if (error instanceof ApiError) return describeApiError(t, error);
	if (error instanceof DiscordAPIError) return { title: t('error.discord'), text: describeDiscordError(t, error) };
	if (error instanceof HTTPError || error instanceof RateLimitError || isTimeout(error)) {
		return { title: t('error.discordDown'), text: t('error.discordDownText') };
	}
	return { title: t('error.internal'), text: t('error.internalText') };
}

function describeApiError(t: Translate, { status, code, message, retryAfter }: ApiError): Description {
	// The message names the service and says what to do.
	if (code === 'upstream_failed') return { title: t('error.upstream'), text: reasonText(t, message) };
	if (code === 'unreachable' || status >= 500) {
		return { title: t('error.serverDown'), text: t('error.serverDownText') };
	}
	if (status === 401 || (status === 403 && /^(This|A) token /.test(message))) {
		return { title: t('error.token'), text: t('error.tokenText') };
	}
	if (status === 429) {
		return { title: t('error.tooMany'), text: t('error.tooManyText', { count: retryAfter ?? 60 }) };
	}
	return { title: t('error.notDone'), text: reasonText(t, message) };
}

function describeDiscordError(t: Translate, { code, message }: DiscordAPIError): string {
	switch (code) {
		case RESTJSONErrorCodes.MissingPermissions:
		case RESTJSONErrorCodes.MissingAccess:
			return t('error.channelRights', {
				view: t('permission.ViewChannel'),
				webhooks: t('permission.ManageWebhooks'),
			});
		case RESTJSONErrorCodes.MaximumNumberOfWebhooksReached:
			return t('error.channelFull');
		case RESTJSONErrorCodes.MaximumNumberOfWebhooksPerGuildReached:
			return t('error.serverFull');
		case RESTJSONErrorCodes.UnknownChannel:
			return t('error.channelGone');
		default:
			return t('error.discordCode', { message, code: String(code) });
	}
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
