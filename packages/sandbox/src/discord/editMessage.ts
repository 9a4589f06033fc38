import { rejection, type Rejection } from './errors.ts';
import { closedThread, isIn } from './threads.ts';
import { editFlagsProblem, notJson, validateWebhookMessage } from './validate.ts';
import type { DiscordState, SandboxMessage, SandboxWebhook } from './state.ts';

/** The fields that an edit changes. It ignores the others: a message keeps its name and avatar. */
interface Changes {
	content?: unknown;
	embeds?: unknown;
	components?: unknown;
	allowed_mentions?: unknown;
	flags?: unknown;
}

/**
 * Edits a message of the webhook (Discord's documentation, "Edit Webhook Message"): fields that are absent stay. A
 * message of another webhook, or of a thread that the query does not name, is as unknown as a deleted one; an archived or
 * locked thread does not open for an edit (discord.js#9216).
 */
export function editMessage(
	state: DiscordState,
	webhook: SandboxWebhook,
	{ messageId, threadId }: { messageId: string; threadId: string | null },
	body: unknown,
): SandboxMessage | Rejection {
	if (threadId !== null && !state.channels.has(threadId)) return rejection(10_003);
	const message = state.messages.findLast(({ id, webhookId }) => id === messageId && webhookId === webhook.id);
	if (!message || !isIn(message, webhook, threadId)) return rejection(10_008);
	const closed = closedThread(state, message.channelId);
	if (closed) return closed;
	if (typeof body !== 'object' || body === null) return notJson;
	const { content, embeds, components, allowed_mentions, flags } = body as Changes;
	const given = Object.entries({ content, embeds, components, allowed_mentions, flags }).filter(
		([, value]) => value !== undefined,
	);
	const changed = { ...(message.body as object), ...Object.fromEntries(given) };
	const invalid = editFlagsProblem(flags) ?? validateWebhookMessage(changed, webhook.applicationId !== undefined);
	if (invalid) return invalid;
	state.edit(message, changed);
	return message;
}
