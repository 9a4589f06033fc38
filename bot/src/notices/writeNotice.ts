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
	/** The channel of direct messages that it opened. */
	directChannelId: string | null;
	/** Discord's answer that the application opens direct messages too fast. */
	tooFast: string | null;
	/** Why it was not sent, or not to the first place. */
	reason: string | null;
}

const LONGEST_REASON = 255;
/** Discord's codes for an application that opens direct messages too fast, or that it has quarantined for it. */
const TOO_FAST: readonly unknown[] = [40_003, 20_026];

/**
 * Writes a notice to the first place that Discord allows: a direct message, then the channels in their order, and for a
 * guild at last its system channel. By REST, so that any shard can write to any guild.
 */
export async function writeNotice(bot: BotContext, notice: BotNotice): Promise<Outcome> {
	const { rest } = bot.client;
	const { discordId, guildId, channelIds } = notice;
	const body = messageOf(notice, noticeText(await languageOf(bot, notice), notice.content));
	let reason: string | null = null;
	const direct: Pick<Outcome, 'directChannelId' | 'tooFast'> = { directChannelId: null, tooFast: null };
	const ofPerson = async (id: string) => notice.directChannelId ?? (direct.directChannelId = await openDirect(bot, id));
	for (const place of [
		...(discordId === null ? [] : ['direct']),
		...channelIds,
		...(guildId === null ? [] : ['system']),
	]) {
		try {
			const channelId =
				place === 'direct'
					? await ofPerson(discordId as string)
					: place === 'system'
						? await systemChannel(bot, guildId as string)
						: place;
			if (channelId === null) continue;
			await rest.post(Routes.channelMessages(channelId), { body });
			return { outcome: 'sent', channelId, reason, ...direct };
		} catch (error) {
			reason = reasonOf(error);
			// The application's limit, which says nothing about the person.
			if (error instanceof DiscordAPIError && TOO_FAST.includes(error.code)) direct.tooFast = reason;
			if (direct.tooFast !== null || !isRejection(error)) {
				return { outcome: 'retry', channelId: null, reason, ...direct };
			}
		}
	}
	return { outcome: 'undeliverable', channelId: null, reason: reason ?? 'The server has no channel for it', ...direct };
}

/** Opens the direct messages of a person, for which the server has taken an opening from the budget. */
async function openDirect({ client }: BotContext, discordId: string): Promise<string> {
	const body = { recipient_id: discordId };
	const channel = await client.rest.post(Routes.userChannels(), { body });
	return (channel as RESTPostAPICurrentUserCreateDMChannelResult).id;
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
