import type { BotNotice } from '@dropwire/contract';
import {
	DiscordAPIError,
	type RESTGetAPIGuildResult,
	type RESTPostAPIChannelMessageJSONBody,
	type RESTPostAPICurrentUserCreateDMChannelResult,
	Routes,
} from 'discord.js';
import type { BotContext } from '../context.ts';
import { type Translate, translateFor, translateTo } from '../texts/translate.ts';
import { type NoticeText, noticeText } from './noticeText.ts';

/** What became of a notice, as the BFF wants to know it. */
export interface Outcome {
	outcome: 'sent' | 'undeliverable' | 'retry';
	channelId: string | null;
	/** Why it was not sent, or not to the first place. */
	reason: string | null;
}

const LONGEST_REASON = 255;
/**
 * Direct messages to new people a minute. Discord flags bots that open many in a short time (its documentation, "Create
 * DM"): they can no longer open any. The rest is retried.
 */
const NEW_DIRECT_PER_MINUTE = 5;
const MINUTE_MS = 60_000;
/** The most people whose channel is remembered. */
const MAX_KNOWN = 10_000;

/** A direct message has to wait, because the bot has opened many in the last minute. */
class DirectLimit extends Error {
	override name = 'DirectLimit';
}

/**
 * Writes a notice to the first place that Discord allows: a direct message, then the channels in their order, and for a
 * guild at last its system channel. By REST, so that any shard can write to any guild.
 */
export async function writeNotice(bot: BotContext, notice: BotNotice): Promise<Outcome> {
	const { rest } = bot.client;
	const { discordId, guildId, channelIds } = notice;
	const body = messageOf(notice, noticeText(await languageOf(bot, notice), notice.content));
	let reason: string | null = null;
	for (const place of [
		...(discordId === null ? [] : ['direct']),
		...channelIds,
		...(guildId === null ? [] : ['system']),
	]) {
		try {
			const channelId =
				place === 'direct'
					? await directChannel(bot, discordId as string)
					: place === 'system'
						? await systemChannel(bot, guildId as string)
						: place;
			if (channelId === null) continue;
			await rest.post(Routes.channelMessages(channelId), { body });
			return { outcome: 'sent', channelId, reason };
		} catch (error) {
			reason = reasonOf(error);
			if (!isRejection(error)) return { outcome: 'retry', channelId: null, reason };
		}
	}
	return { outcome: 'undeliverable', channelId: null, reason: reason ?? 'The server has no channel for it' };
}

/** @throws DirectLimit */
async function directChannel({ client, direct }: BotContext, discordId: string): Promise<string> {
	const known = direct.channels.get(discordId);
	if (known !== undefined) return known;
	const now = Date.now();
	direct.openedAt = direct.openedAt.filter((at) => now - at < MINUTE_MS);
	if (direct.openedAt.length >= NEW_DIRECT_PER_MINUTE) {
		throw new DirectLimit(`The bot opens ${NEW_DIRECT_PER_MINUTE} direct messages a minute at most`);
	}
	direct.openedAt.push(now);
	const body = { recipient_id: discordId };
	const channel = (await client.rest.post(Routes.userChannels(), {
		body,
	})) as RESTPostAPICurrentUserCreateDMChannelResult;
	if (direct.channels.size >= MAX_KNOWN) direct.channels.clear();
	direct.channels.set(discordId, channel.id);
	return channel.id;
}

async function systemChannel(bot: BotContext, guildId: string): Promise<string | null> {
	return (await readGuild(bot, guildId)).system_channel_id;
}

/** The person's language at Discord, where Dropwire knows it, else the preferred language of a guild. */
async function languageOf(bot: BotContext, { locale, localeGuildId }: BotNotice): Promise<Translate> {
	const { commandIds } = bot;
	if (locale !== null) return translateFor(locale, commandIds);
	if (localeGuildId === null) return translateTo('en', commandIds);
	try {
		return translateFor((await readGuild(bot, localeGuildId)).preferred_locale, commandIds);
	} catch (error) {
		// For example a guild that the bot has left.
		bot.log.info({ guildId: localeGuildId, err: error }, 'could not read the language of a server');
		return translateTo('en', commandIds);
	}
}

async function readGuild({ client }: BotContext, guildId: string): Promise<RESTGetAPIGuildResult> {
	return (await client.rest.get(Routes.guild(guildId))) as RESTGetAPIGuildResult;
}

/** In a channel, the person is mentioned. */
function messageOf({ nonce, discordId }: BotNotice, text: NoticeText): RESTPostAPIChannelMessageJSONBody {
	return {
		...(discordId !== null && { content: `<@${discordId}>` }),
		embeds: [{ ...text, footer: { text: 'Dropwire' } }],
		allowed_mentions: { parse: [], users: discordId === null ? [] : [discordId] },
		nonce,
		enforce_nonce: true,
	};
}

/** Whether Discord rejects this place; other failures may pass. */
function isRejection(error: unknown): boolean {
	return error instanceof DiscordAPIError && [400, 403, 404].includes(error.status);
}

function reasonOf(error: unknown): string {
	const { message } = error as Error;
	return (error instanceof DiscordAPIError ? `Discord ${error.code}: ${message}` : message).slice(0, LONGEST_REASON);
}
