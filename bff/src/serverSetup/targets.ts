import { type DiscordChannel, MAX_SETUP_TARGETS, type SetupChange } from '@dropwire/contract';
import { maskWebhook, readWebhookUrl, withThread } from '@dropwire/domain';
import { type NewWebhook, webhookUrl } from '@dropwire/engine';
import type { Database } from '@dropwire/db';
import { type BotView, type DiscordBot, howToGrant } from '../discord/bot.ts';
import type { Discord } from '../discord/discord.ts';
import { guildsWithBot } from '../guilds/botGuilds.ts';
import type { Call } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { webhookAddress } from '../webhooks/address.ts';
import type { SetupLink } from './readLinks.ts';

/** Where an added link posts. */
export interface Target {
	/** The Discord channel; null if a webhook's channel is unknown. */
	channelId: string | null;
	threadId: string | null;
	/** The webhook's id at Discord; null for the bot's webhook, which may not exist yet. */
	discordId: string | null;
	/** For people. */
	name: string;
	/** Null for the bot's webhook, before it is created. */
	webhook: NewWebhook | null;
	/** What Discord reports about the webhook; null if it is already stored. */
	facts: {
		guildId: string | null;
		channelId: string;
		channelName: string | null;
		name: string | null;
		applicationId: string | null;
		byBot: boolean;
	} | null;
	kind: DiscordChannel['kind'] | null;
}

export type Addition = Extract<SetupChange, { action: 'ADD' }>;

/** The target of each addition, or why it is refused. */
export type Targets = (change: Addition) => Target | { problem: string };

/**
 * Finds the targets of all additions: channels as the bot sees them, webhooks as Discord reports them, and webhooks of
 * existing links.
 * @throws CallError 400, 429 or 502
 */
export async function findTargets(
	call: Call<'serverSetup'>,
	discord: Discord,
	links: readonly SetupLink[],
): Promise<Targets> {
	const { guildId, changes } = call.input;
	const additions = changes.filter((change) => change.action === 'ADD');
	const channels = distinct(additions.map(({ channelId }) => channelId));
	const urls = distinct(additions.map(({ webHook }) => webHook));
	if (channels.length > MAX_SETUP_TARGETS || urls.length > MAX_SETUP_TARGETS) {
		throw invalidInput({
			changes: `must name at most ${MAX_SETUP_TARGETS} channels and ${MAX_SETUP_TARGETS} webhook URLs`,
		});
	}
	const { bot } = discord;
	if (channels.length > 0 && !bot) {
		throw invalidInput({
			changes: 'cannot name a channel: this Dropwire has no bot token. Paste a webhook URL instead',
		});
	}
	const view =
		bot && (channels.length > 0 || urls.length > 0) ? await viewOrNothing(call, bot, channels.length > 0) : null;
	const byUrl = new Map<string, Target | { problem: string }>();
	for (const url of urls) byUrl.set(url, await pasted(call, discord, url, view));
	const byId = new Map(links.map((link) => [String(link.id), link]));
	return ({ channelId, webHook, sameAs, options }) => {
		const threadId = options?.thread && 'id' in options.thread ? options.thread.id : null;
		if (channelId !== undefined) {
			const name = links.find((link) => link.channelId === channelId)?.channelName;
			return channelTarget(
				{ id: channelId, name: name ? `#${name}` : `Channel ${channelId}` },
				threadId,
				guildId,
				view,
			);
		}
		if (webHook !== undefined) {
			const target = byUrl.get(webHook) as Target | { problem: string };
			const named = 'problem' in target ? null : target.threadId;
			if (named === null || threadId === null || named === threadId) return inThread(target, threadId);
			return { problem: `The thread of the options must be the one of the webhook URL, ${named}, or absent.` };
		}
		const link = byId.get(sameAs ?? '');
		if (!link) return { problem: `Link ${sameAs} is not a link of this server.` };
		return inThread(linkTarget(call, link), threadId);
	};
}

/** Pasted URLs need the bot's view only for the names of channels. */
async function viewOrNothing(call: Call<'serverSetup'>, bot: DiscordBot, required: boolean): Promise<BotView | null> {
	try {
		return await viewGuild(call.server.db, bot, call.input.guildId);
	} catch (error) {
		if (!required && error instanceof CallError && error.code === 'upstream_failed') return null;
		throw error;
	}
}

/** @param wanted the channel; the name is for people, as the server's links know it */
function channelTarget(
	wanted: { id: string; name: string },
	threadId: string | null,
	guildId: string,
	view: BotView | null,
): Target | { problem: string } {
	if (!view?.present) return { problem: 'The bot is not in this server. Add Dropwire to the server first.' };
	const { id: channelId } = wanted;
	const channel = view.channels.find(({ id }) => id === channelId);
	if (!channel) return { problem: `${wanted.name} does not exist in this server, or cannot have webhooks.` };
	if (channel.missing.length > 0) return { problem: howToGrant(channel.name, channel.missing) };
	const facts = { guildId, channelId, channelName: channel.name, name: null, applicationId: null, byBot: true };
	return { channelId, threadId, discordId: null, name: `#${channel.name}`, webhook: null, facts, kind: channel.kind };
}

async function pasted(
	call: Call<'serverSetup'>,
	discord: Discord,
	url: string,
	view: BotView | null,
): Promise<Target | { problem: string }> {
	try {
		const webhook = webhookAddress(call.server, 'webHook', url);
		const read = await discord.webhooks.read(call.caller, { guildId: call.input.guildId, field: 'webHook', webhook });
		const channelName = view?.channels.find(({ id }) => id === read.channelId)?.name ?? null;
		return {
			channelId: read.channelId,
			threadId: webhook.threadId ?? null,
			discordId: webhook.id,
			name: channelName === null ? maskWebhook(webhook.id, webhook.threadId) : `#${channelName}`,
			webhook,
			facts: { ...read, channelName, byBot: false },
			kind: null,
		};
	} catch (error) {
		if (error instanceof CallError && error.fields?.['webHook']) {
			return { problem: `The webhook URL ${error.fields['webHook']}.` };
		}
		throw error;
	}
}

function linkTarget(call: Call<'serverSetup'>, link: SetupLink): Target | { problem: string } {
	if (!link.active) return { problem: `The webhook is off: ${link.offReason ?? 'unknown reason'}` };
	const url = webhookUrl(call.server.db.vault, link.webhookId, link.urlSealed);
	const address = readWebhookUrl(url);
	if (!address) return { problem: 'The saved webhook cannot be read.' };
	return {
		channelId: link.channelId,
		threadId: link.threadId,
		discordId: link.discordId,
		name: link.channelName ? `#${link.channelName}` : maskWebhook(link.discordId, link.threadId),
		webhook: { ...address, url },
		facts: null,
		kind: null,
	};
}

/** The same webhook in a thread of its channel; null leaves it as it is. */
function inThread(target: Target | { problem: string }, threadId: string | null): Target | { problem: string } {
	if (threadId === null || 'problem' in target || !target.webhook) return target;
	const { webhook } = target;
	return {
		...target,
		threadId,
		name: target.name.startsWith('#') ? target.name : maskWebhook(webhook.id, threadId),
		webhook: { ...webhook, threadId, url: withThread(webhook.url, threadId) },
	};
}

function distinct(values: readonly (string | undefined)[]): string[] {
	return [...new Set(values.filter((value) => value !== undefined))];
}

/**
 * A server as the bot sees it; null without the bot's token. Discord is not asked about a server that the bot reports to be
 * without it, because the response counts towards Discord's ban.
 * @throws CallError 429 or 502
 */
export async function viewGuild(db: Database, bot: DiscordBot | null, guildId: string): Promise<BotView | null> {
	if (!bot) return null;
	const here = await guildsWithBot(db.knex, [guildId]);
	return here.get(guildId) === false ? { present: false, missingForEvents: [], channels: [] } : bot.view(guildId);
}
