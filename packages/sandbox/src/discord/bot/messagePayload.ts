import { SANDBOX_APP } from '../../seeds.ts';
import { BOT_USER, messageFields, webhookMessagePayload } from '../payloads.ts';
import type { DiscordState } from '../state.ts';
import type { Attachment } from '../uploads.ts';

const EPHEMERAL = 64;

/** A bot message. Only the interaction's user sees an ephemeral message. */
export interface InteractionMessage {
	id: string;
	content: string;
	embeds: unknown[];
	components: unknown[];
	attachments: Attachment[];
	ephemeral: boolean;
}

/** A message as the REST API and the gateway send it. */
export function messagePayload(message: InteractionMessage, channelId: string) {
	return {
		id: message.id,
		type: 20,
		channel_id: channelId,
		application_id: SANDBOX_APP.clientId,
		webhook_id: SANDBOX_APP.clientId,
		...messageFields({ ...message, flags: message.ephemeral ? EPHEMERAL : 0 }),
		author: BOT_USER,
		timestamp: new Date().toISOString(),
		edited_timestamp: null,
	};
}

/**
 * A message as an interaction has it: of a webhook, with the application that made it, or of the bot.
 * @throws Error if it does not exist
 */
export function writtenMessage(state: DiscordState, id: string) {
	const written = state.messages.find((message) => message.id === id);
	if (!written) throw new Error('There is no such message');
	const webhook = state.webhooks.get(written.webhookId);
	if (webhook) return { ...webhookMessagePayload(written, webhook), application_id: webhook.applicationId };
	const { content = '', embeds = [], components = [] } = written.body as Partial<InteractionMessage>;
	return messagePayload({ id, content, embeds, components, attachments: [], ephemeral: false }, written.channelId);
}
