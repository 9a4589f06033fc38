import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { BotContext } from '../context.ts';
import { isOurs } from './isOurs.ts';

/**
 * Deletes a webhook of our application in a guild. Keeps any other webhook, whatever the BFF reports about it: webhook
 * ids are not secret, and Discord lets the bot delete other people's webhooks too. If the webhook cannot be deleted
 * now, the next link uses it.
 */
export async function deleteOurWebhook(bot: BotContext, guildId: string, webhookId: string): Promise<void> {
	try {
		const webhook = await bot.client.fetchWebhook(webhookId);
		if (!isOurs(bot, guildId, webhook)) {
			bot.log.warn({ webhookId, guildId }, 'webhook was not created by this bot in this server; keeping it');
			return;
		}
		await bot.client.rest.delete(Routes.webhook(webhookId), { reason: 'No link uses it' });
	} catch (error) {
		if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook) return;
		bot.log.warn({ err: error, webhookId }, 'could not delete a webhook');
	}
}
