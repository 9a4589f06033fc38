import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Bot } from '../bot.ts';

/** Deletes a webhook at Discord. That it is gone already is fine; what fails is found and used again by the next link. */
export async function takeBackWebhook(bot: Bot, webhookId: string): Promise<void> {
	try {
		await bot.client.rest.delete(Routes.webhook(webhookId), { reason: 'No link uses it' });
	} catch (error) {
		if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook) return;
		bot.log.warn({ err: error, webhookId }, 'a webhook could not be taken back');
	}
}
