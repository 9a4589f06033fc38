import { isIn } from './threads.ts';
import { type Rejection, validateMessage } from './validate.ts';
import type { DiscordState, SandboxMessage, SandboxWebhook } from './state.ts';

const UNKNOWN_MESSAGE: Rejection = { status: 404, body: { message: 'Unknown Message', code: 10008 } };

/** The fields that an edit changes. It ignores the others: a message keeps its name and avatar. */
interface Changes {
	content?: unknown;
	embeds?: unknown;
	allowed_mentions?: unknown;
	flags?: unknown;
}

/**
 * Edits a message of the webhook (Discord's documentation, "Edit Webhook Message"): fields that are absent stay. A
 * message of another webhook, or of a thread that the query does not name, is as unknown as a deleted one.
 */
export function editMessage(
	state: DiscordState,
	webhook: SandboxWebhook,
	{ messageId, threadId }: { messageId: string; threadId: string | null },
	body: unknown,
): SandboxMessage | Rejection {
	const message = state.messages.findLast(({ id, webhookId }) => id === messageId && webhookId === webhook.id);
	if (!message || !isIn(message, webhook, threadId)) return UNKNOWN_MESSAGE;
	if (typeof body !== 'object' || body === null) return validateMessage(body) as Rejection;
	const { content, embeds, allowed_mentions, flags } = body as Changes;
	const given = Object.entries({ content, embeds, allowed_mentions, flags }).filter(([, value]) => value !== undefined);
	const changed = { ...(message.body as object), ...Object.fromEntries(given) };
	const rejection = validateMessage(changed);
	if (rejection) return rejection;
	state.edit(message, changed);
	return message;
}
