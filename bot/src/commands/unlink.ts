import { type Link, threadIdOf } from '@dropwire/contract';
import { DiscordAPIError } from 'discord.js';
import type { BotContext } from '../context.ts';
import { linkChannel } from '../links/linkChannel.ts';
import { placeText } from '../ui/links.ts';
import { COLORS } from '../ui/colors.ts';
import { type Button, type Reply, reply } from '../ui/reply.ts';
import { UserError } from '../userError.ts';
import { isLinkable } from '../webhooks/linkable.ts';
import { deleteUnused } from '../webhooks/deleteUnused.ts';
import { buttonId, type Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';
import { linkedReply } from './link.ts';
import { linkIdOf, regionOf, suggested, suggestLink, topicOf } from '../interactions/options.ts';

/** How long Undo works, ms. Discord allows edits of a reply for the same time. */
const UNDO_MS = 15 * 60_000;

/** `/unlink link`: removes a link, and the bot's webhook with its last link. */
export const unlink: Command = {
	data: define('unlink', [suggested('link')]),
	suggest: { link: suggestLink },

	async run(bot, interaction) {
		const id = linkIdOf(interaction.options.getString('link', true));
		return removeLink(bot, { guildId: interaction.guildId, userId: interaction.user.id, id });
	},

	async press(bot, interaction, args) {
		const [
			regionText = '',
			toolsName = '',
			channelCode = '',
			webhookCode = '',
			until = '',
			removedId = '',
			threadCode,
		] = args;
		const [channelId, webhookId] = [longId(channelCode), longId(webhookCode)];
		if (Date.now() > Number.parseInt(until, 36)) {
			throw new UserError((t) => t('deny.undoLate'));
		}
		const region = regionOf(regionText);
		const topic = { region, toolsName: topicOf(region, toolsName) };
		const channel = interaction.guild.channels.cache.get((await channelOf(bot, webhookId)) ?? channelId);
		if (!channel || !isLinkable(channel)) {
			throw new UserError((t) => t('deny.channelGone'));
		}
		const saved = removedId === '' ? {} : bot.removed.get(removedId);
		if (!saved) {
			throw new UserError((t) => t('deny.undoLost'));
		}
		const { thread, ...options } = saved;
		const target = { channel, thread: threadCode ? { id: longId(threadCode) } : thread };
		const linked = await linkChannel(bot, target, topic, interaction, options);
		return linkedReply(bot.t, topic, target, linked);
	},
};

/**
 * Removes a link, and the bot's webhook with its last link. Its options are kept in memory for Undo.
 * @param buttons in addition to Undo
 */
export async function removeLink(
	bot: BotContext,
	{ guildId, userId, id }: { guildId: string; userId: string; id: string },
	buttons: readonly Button[] = [],
): Promise<Reply> {
	const { data: removed, unused } = await bot.server.as(userId).linkDelete({ guildId, id });
	bot.links.delete(guildId);
	bot.removed.set(id, removed.options);
	if (unused && removed.byBot) {
		const { channelId, webhookId } = removed;
		await bot.locks.channel.run(channelId ?? webhookId, () => deleteUnused(bot, guildId, webhookId));
	}
	const { toolsName: topic, region } = removed;
	const text = bot.t('unlink.done', { place: placeText(bot.t, removed), topic, region });
	return reply(bot.t('unlink.title'), text, {
		color: COLORS.calm,
		buttons: [{ customId: undoId(removed), label: bot.t('unlink.undo') }, ...buttons],
	});
}

function undoId({ id, region, toolsName, channelId, webhookId, options }: Link): string {
	const until = (Date.now() + UNDO_MS).toString(36);
	const { thread, ...others } = options;
	const threadId = threadIdOf({ thread });
	const isPlain = Object.keys(others).length === 0 && (thread === undefined || threadId !== null);
	const ids = [shortId(channelId ?? ''), shortId(webhookId), until, isPlain ? '' : id, shortId(threadId ?? '')];
	return buttonId('unlink', region, toolsName, ...ids);
}

/** The current channel of a webhook, which can have been moved. Null if Discord does not know the webhook. */
async function channelOf(bot: BotContext, webhookId: string): Promise<string | null> {
	try {
		return (await bot.client.fetchWebhook(webhookId)).channelId;
	} catch (error) {
		if (error instanceof DiscordAPIError && error.status < 500) return null;
		throw error;
	}
}

const RADIX = 36;

/** A Discord id in base 36, because a button's id has at most 100 characters. */
function shortId(id: string): string {
	return id === '' ? '' : BigInt(id).toString(RADIX);
}

function longId(code: string): string {
	if (code === '') return '';
	return String([...code].reduce((sum, digit) => sum * BigInt(RADIX) + BigInt(Number.parseInt(digit, RADIX)), 0n));
}
