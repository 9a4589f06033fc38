import type { Link, Region } from '@dropwire/bff/contract';
import { DiscordAPIError, type Webhook } from 'discord.js';
import type { Bot } from '../bot.ts';
import { linkChannel, store } from '../links/linkChannel.ts';
import { placeText } from '../look/links.ts';
import { COLORS } from '../look/colors.ts';
import { reply } from '../look/reply.ts';
import { Refused } from '../refused.ts';
import { mayBeDone } from '../server/api.ts';
import { isLinkable } from '../webhooks/linkable.ts';
import { isUsable } from '../webhooks/ourWebhook.ts';
import { takeBackWebhook } from '../webhooks/takeBack.ts';
import { buttonId, type Command, type Pressed } from './command.ts';
import { define } from './define.ts';
import { linkedReply } from './link.ts';
import { linkIdOf, regionOf, suggested, suggestLink, topicOf } from './options.ts';

/** For how long an unlink can be undone, ms: as long as Discord lets the answer stand. */
const UNDO_MS = 15 * 60_000;

/** `/unlink link`: the channel no longer gets the topic. A webhook of ours that nothing uses any more is deleted. */
export const unlink: Command = {
	data: define('unlink', 'Ends a link: the channel no longer gets the topic', [
		suggested('link', 'Which of the links of this server'),
	]),
	suggest: { link: suggestLink },

	async run(bot, given) {
		const { guildId } = given;
		const id = linkIdOf(given.options.getString('link', true));
		const { data: gone, unused } = await bot.server.as(given.user.id).linkDelete({ guildId, id }).catch(unknowing);
		bot.links.forget(guildId);
		if (unused && gone.byBot) await takeBackUnused(bot, guildId, gone);
		return reply('Unlinked', `${placeText(gone)} no longer gets **${gone.toolsName}** (${gone.region}).`, {
			color: COLORS.calm,
			buttons: [{ customId: undoId(gone), label: 'Undo' }],
		});
	},

	async press(bot, pressed, [regionText = '', toolsName = '', channelId = '', webhookId = '', until = '']) {
		if (Date.now() > Number.parseInt(until, 36)) {
			throw new Refused('This is too long ago to be undone. `/link` makes the link again.');
		}
		const region = regionOf(regionText);
		const topic = { region, toolsName: topicOf(region, toolsName) };
		const webhook = await standing(bot, webhookId);
		const channel = pressed.guild.channels.cache.get(webhook?.channelId ?? channelId);
		if (!channel || !isLinkable(channel)) {
			throw new Refused('Its channel is not there any more. `/link` links another one.');
		}
		const ours = !webhook || webhook.applicationId === bot.client.application.id;
		const { revived } = ours
			? await linkChannel(bot, channel, topic, pressed.user)
			: await relink(bot, pressed, { webhook, topic, channel });
		return linkedReply(topic, channel.id, revived);
	},
};

/** Without an answer the link may have ended all the same, and saying that nothing changed could be a lie. */
function unknowing(error: unknown): never {
	if (!mayBeDone(error)) throw error;
	throw new Refused(
		'Dropwire does not answer, so nobody knows whether the link ended. `/links` shows it in a minute.',
		{ cause: error },
	);
}

/**
 * Deletes a webhook of ours with its last link. In turn with whoever links something to its channel: that link may use it
 * by now. Where the server does not say so any more, the webhook stays, and the next link uses it.
 */
async function takeBackUnused(bot: Bot, guildId: string, { webhookId, channelId }: Link): Promise<void> {
	await bot.inTurn.channel.run(channelId ?? webhookId, async () => {
		const list = await bot.server
			.as(null)
			.linkList({ guildId })
			.catch((error: unknown) => {
				bot.log.warn({ err: error, webhook: webhookId }, 'nobody knows whether the webhook is still used: it stays');
				return null;
			});
		if (list && !list.data.some((link) => link.webhookId === webhookId)) await takeBackWebhook(bot, webhookId);
	});
}

function undoId({ region, toolsName, channelId, webhookId }: Link): string {
	const until = (Date.now() + UNDO_MS).toString(36);
	return buttonId('unlink', region, toolsName, channelId ?? '', webhookId, until);
}

/** A webhook that an admin had made and linked in the dashboard: the same one again. */
async function relink(
	bot: Bot,
	{ guild, user }: Pressed,
	{
		webhook,
		topic,
		channel,
	}: {
		webhook: Webhook;
		topic: { region: Region; toolsName: string };
		channel: { id: string; name: string };
	},
) {
	const { id, url } = webhook;
	return bot.inTurn.channel.run(channel.id, () =>
		store(bot, { guild, channel, user }, topic, { id, url, byBot: false }),
	);
}

/** The webhook, while it stands at Discord and can be posted to. */
async function standing(bot: Bot, webhookId: string): Promise<Webhook | null> {
	try {
		const webhook = await bot.client.fetchWebhook(webhookId);
		return isUsable(webhook) ? webhook : null;
	} catch (error) {
		if (error instanceof DiscordAPIError && error.status < 500) return null;
		throw error;
	}
}
