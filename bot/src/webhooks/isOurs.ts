import type { Webhook } from 'discord.js';
import type { BotContext } from '../context.ts';

/**
 * Whether Discord confirms that our application created the webhook in this guild. The bot uses and deletes no others.
 */
export function isOurs({ client }: Pick<BotContext, 'client'>, guildId: string, webhook: Webhook): boolean {
	return webhook.applicationId === client.application.id && webhook.guildId === guildId;
}
