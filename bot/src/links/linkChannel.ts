import { ApiError, type Link, type Region } from '@dropwire/bff/contract';
import type { Guild, User } from 'discord.js';
import type { Bot } from '../bot.ts';
import { howToGrant, missingIn } from '../discord/permissions.ts';
import { Refused } from '../refused.ts';
import { mayBeDone } from '../server/api.ts';
import { type LinkableChannel, ourWebhook, type OurWebhook } from '../webhooks/ourWebhook.ts';
import { tellWebhooks } from '../webhooks/standing.ts';
import { takeBackWebhook } from '../webhooks/takeBack.ts';

export interface Topic {
	region: Region;
	toolsName: string;
}

export interface Linked {
	link: Link;
	/** How many links of the channel were dead and work again. */
	revived: number;
}

/**
 * Makes a channel get a topic, by our webhook in it. Whatever goes wrong, nothing half made is left: a webhook that was
 * made for it is deleted, and a link of which nobody knows whether it was stored is removed once the server answers.
 * @throws Refused, ApiError or DiscordAPIError
 */
export async function linkChannel(bot: Bot, channel: LinkableChannel, topic: Topic, user: User): Promise<Linked> {
	const missing = missingIn(channel);
	if (missing.length > 0) throw new Refused(howToGrant(channel.id, missing));
	const { guild } = channel;
	return bot.inTurn.channel.run(channel.id, async () => {
		// Asked first: when the server does not answer, nothing has been made yet.
		const before = await bot.server.as(user.id).linkList({ guildId: guild.id });
		const webhook = await ourWebhook(bot, channel, `/link by ${user.username}`);
		return orTakenBack(bot, webhook, async () => {
			const stands = ({ webhookId }: Link) => webhook.standing.includes(webhookId);
			const active = before.data.filter(({ health }) => health.active);
			const isSame = ({ region, toolsName }: Link) => region === topic.region && toolsName === topic.toolsName;
			const same = active.find((link) => isSame(link) && stands(link));
			if (same) {
				bot.doubts.drop({ ...topic, guildId: guild.id, channelId: channel.id, webhookId: same.webhookId });
				throw new Refused(`<#${channel.id}> gets ${topic.toolsName} (${topic.region}) already.`);
			}
			// Links whose webhook is gone without anybody having noticed: told first, so that the new one revives them.
			if (active.some((link) => link.channelId === channel.id && !stands(link))) {
				await tellWebhooks(bot, channel, webhook.standing, { patience: 'command' });
			}
			return store(bot, { guild, channel, user }, topic, { ...webhook, byBot: true });
		});
	});
}

/** Does the work for which a webhook was made; when it fails, the webhook goes again. */
export async function orTakenBack<T>(
	bot: Bot,
	webhook: Pick<OurWebhook, 'id' | 'made'>,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (webhook.made) await takeBackWebhook(bot, webhook.id);
		throw error;
	}
}

/**
 * Stores a link to a webhook that stands in a channel; whoever calls has the channel's turn.
 * @throws ApiError: then it is not stored, or will not stay
 */
export async function store(
	bot: Bot,
	{ guild, channel, user }: { guild: Guild; channel: { id: string; name: string }; user: User },
	{ region, toolsName }: Topic,
	webhook: Pick<OurWebhook, 'id' | 'url'> & { byBot: boolean },
): Promise<Linked> {
	const attempt = { guildId: guild.id, channelId: channel.id, region, toolsName, webhookId: webhook.id };
	try {
		const { data, revived } = await bot.server.as(user.id).linkInsert({
			guildId: guild.id,
			guildName: guild.name,
			guildIcon: guild.icon,
			region,
			toolsName,
			channelId: channel.id,
			channelName: channel.name,
			webHook: webhook.url,
			byBot: webhook.byBot,
		});
		bot.doubts.drop(attempt);
		return { link: data, revived };
	} catch (error) {
		const stored = mayBeDone(error) ? await bot.doubts.settle(bot, attempt) : null;
		const stands = stored !== null || (error instanceof ApiError && error.status === 409);
		if (stands) bot.doubts.drop(attempt);
		if (stored) return { link: stored, revived: 0 };
		throw error;
	} finally {
		bot.links.forget(guild.id);
	}
}
