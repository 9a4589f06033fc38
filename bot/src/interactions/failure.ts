import { ApiError } from '@dropwire/contract';
import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import type { Changes, ServerAccess } from '../server/api.ts';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { type Button, type Reply, reply } from '../ui/reply.ts';
import { UserError } from '../userError.ts';

/**
 * Explains to the user what went wrong, whether something was changed, and what to do about it, with the request id under
 * which the log has details.
 * @param interactionId the id to show if the BFF returned none
 * @param note appended to the text
 * @param buttons what else the user can do
 */
export function failureReply(
	{ t, server }: { t: Translate; server: Pick<ServerAccess, 'changes'> },
	error: unknown,
	interactionId: string,
	note: string | null,
	buttons: readonly Button[] = [],
): Reply {
	const { title, text } = describe(t, error, changedText(t, server.changes));
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
	return error instanceof ApiError ? error.requestId : null;
}

/** Whether operators have to act, so the failure is logged as an error. */
export function isOurFault(error: unknown): boolean {
	if (error instanceof UserError) return false;
	if (error instanceof ApiError) return error.status >= 500 || error.status === 401;
	return !(error instanceof DiscordAPIError && error.status < 500);
}

interface Description {
	title: string;
	text: string;
}

/** What a command has changed before it failed; null if nothing was changed. */
function changedText(t: Translate, changes: Changes): string | null {
	if (changes === 'none') return null;
	return t(changes === 'made' ? 'error.savedText' : 'error.unknownText');
}

/** @param changed replaces the texts from which readers conclude that nothing was changed */
function describe(t: Translate, error: unknown, changed: string | null): Description {
	if (error instanceof UserError) return { title: t('error.notDone'), text: error.text(t) };
	if (error instanceof ApiError) return describeApiError(t, error, changed);
	if (error instanceof DiscordAPIError) {
		return { title: t('error.discord'), text: changed ?? describeDiscordError(t, error) };
	}
	if (error instanceof HTTPError || error instanceof RateLimitError || isTimeout(error)) {
		return { title: t('error.discordDown'), text: changed ?? t('error.discordDownText') };
	}
	return { title: t('error.internal'), text: t('error.internalText') };
}

function describeApiError(
	t: Translate,
	{ status, code, message, retryAfter }: ApiError,
	changed: string | null,
): Description {
	// The message names the service and says what to do.
	if (code === 'upstream_failed') return { title: t('error.upstream'), text: reasonText(t, message) };
	if (code === 'unreachable' || status >= 500) {
		return { title: t('error.serverDown'), text: changed ?? t('error.serverDownText') };
	}
	if (status === 401 || (status === 403 && /^(This|A) token /.test(message))) {
		return { title: t('error.token'), text: t('error.tokenText') };
	}
	if (status === 429) {
		return { title: t('error.tooMany'), text: changed ?? t('error.tooManyText', { count: retryAfter ?? 60 }) };
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
