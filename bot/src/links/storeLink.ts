import type { Link, Region, SubscriptionOptions } from '@dropwire/contract';
import type { Guild } from 'discord.js';
import type { BotContext } from '../context.ts';
import { mayHaveSucceeded, type RequestTimeout } from '../server/api.ts';
import { inBackground, retryUntilDone } from '../server/retry.ts';
import { isLinkable } from '../webhooks/linkable.ts';
import type { OurWebhook } from '../webhooks/ourWebhook.ts';
import { deleteUnused } from '../webhooks/deleteUnused.ts';
import { reportWebhooksOf } from '../webhooks/report.ts';

export interface Topic {
	region: Region;
	toolsName: string;
}

export interface Linked {
	link: Link;
	/** Number of the channel's links that had lost their webhook and work again. */
	revived: number;
}

interface NewLink {
	guild: Guild;
	channel: { id: string; name: string };
	topic: Topic;
	webhook: Pick<OurWebhook, 'id' | 'url'>;
	/** The Discord id of the user who ran the command; null when the bot acts on its own. */
	actor: string | null;
	/** The Idempotency-Key of the request. */
	key: string;
	options: SubscriptionOptions;
	timeout?: RequestTimeout;
}

/**
 * Stores a link to the bot's webhook. The caller holds the channel's lock. If the response is lost, the request is sent
 * once more with the same key. If that response is lost too, the request is canceled by its key in the background.
 * @throws ApiError if the link was not stored, or is being canceled
 */
export async function storeLink(
	bot: BotContext,
	{ guild, channel, topic, webhook, actor, key, options, timeout = 'command' }: NewLink,
): Promise<Linked> {
	const server = bot.server.as(actor, timeout, key);
	const insert = () =>
		server.linkInsert({
			guildId: guild.id,
			guildName: guild.name,
			guildIcon: guild.icon,
			...topic,
			channelId: channel.id,
			channelName: channel.name,
			webHook: webhook.url,
			byBot: true,
			options,
		});
	try {
		const { data, revived } = await insert().catch((error: unknown) => {
			if (mayHaveSucceeded(error)) return insert();
			throw error;
		});
		return { link: data, revived };
	} catch (error) {
		if (mayHaveSucceeded(error)) {
			const request = { guildId: guild.id, channelId: channel.id, webhookId: webhook.id, key };
			inBackground('cancel of a link', bot.log, cancelLink(bot, request));
		}
		throw error;
	} finally {
		bot.links.delete(guild.id);
	}
}

/**
 * Cancels the request with this key: a link that it has created is removed, and a request that is still being processed
 * stores no link. A link that it has turned on again, or that another command has stored since then, is not affected. The
 * webhook is deleted once no link uses it.
 */
async function cancelLink(
	bot: BotContext,
	{ guildId, channelId, webhookId, key }: { guildId: string; channelId: string; webhookId: string; key: string },
): Promise<void> {
	const answer = await retryUntilDone(`cancel of link request ${key}`, bot.log, bot.shutdown, () =>
		bot.server.as(null, 'background').linkCancel({ guildId, key }),
	);
	bot.links.delete(guildId);
	if (!answer) return;
	await bot.locks.channel.run(channelId, () => deleteUnused(bot, guildId, webhookId, 'background'));
	// Links that the request turned on again point to its webhook, which may have been deleted.
	const channel = bot.client.channels.cache.get(channelId);
	if (channel && isLinkable(channel)) await reportWebhooksOf(bot, channel);
}
