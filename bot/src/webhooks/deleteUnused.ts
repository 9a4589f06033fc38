import type { BotContext } from '../context.ts';
import type { RequestTimeout } from '../server/api.ts';
import { deleteOurWebhook } from './deleteOurWebhook.ts';

/**
 * Deletes the bot's webhook unless a link uses it. The caller holds the channel's lock. Asks the server, because another
 * command or the dashboard may have linked the channel in the meantime. If the server does not answer, the webhook is kept
 * for the next link.
 */
export async function deleteUnused(
	bot: BotContext,
	guildId: string,
	webhookId: string,
	timeout: RequestTimeout = 'command',
): Promise<void> {
	const list = await bot.server
		.as(null, timeout)
		.linkList({ guildId })
		.catch((error: unknown) => {
			bot.log.warn({ err: error, webhookId }, 'could not check whether the webhook is still used; keeping it');
			return null;
		});
	if (list && !list.data.some((link) => link.webhookId === webhookId)) await deleteOurWebhook(bot, guildId, webhookId);
}
