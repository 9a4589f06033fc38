import type { Server } from '../http/context.ts';
import { createDiscordBot, type DiscordBot } from './bot.ts';
import { createInvalidRequests, type InvalidRequests } from './invalidRequests.ts';
import { createWebhookReading, type WebhookReading } from './webhooks.ts';

/** What this server asks Discord for, with one count of the requests that Discord rejects. */
export interface Discord {
	invalidRequests: InvalidRequests;
	webhooks: WebhookReading;
	/** Null without the bot's token. */
	bot: DiscordBot | null;
	close(): Promise<void>;
}

export function openDiscord({ settings, log }: Pick<Server, 'settings' | 'log'>): Discord {
	const invalidRequests = createInvalidRequests();
	const webhooks = createWebhookReading(settings.DISCORD_URL, invalidRequests);
	const bot = createDiscordBot(settings, invalidRequests, log);
	return {
		invalidRequests,
		webhooks,
		bot,
		async close() {
			bot?.close();
			await webhooks.close();
		},
	};
}
