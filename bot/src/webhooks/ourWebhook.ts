import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Collection, DiscordAPIError, type NewsChannel, type TextChannel, type Webhook } from 'discord.js';
import type { Bot } from '../bot.ts';
import { Refused } from '../refused.ts';
import { takeBackWebhook } from './takeBack.ts';

/** Channels in which a webhook can be made and our messages read. */
export type LinkableChannel = TextChannel | NewsChannel;

export const OUR_NAME = 'Dropwire';
const AVATAR = join(import.meta.dirname, '../../assets/avatar.png');
/** Discord's limit of webhooks in one channel. */
const MOST_WEBHOOKS = 15;

/** A webhook that stands in a channel and may be posted to: its URL is a secret. */
export interface OurWebhook {
	id: string;
	url: string;
	/** Whether it was made just now, and so can be taken back. */
	made: boolean;
	/** Every webhook that stands in the channel. */
	standing: readonly string[];
}

/**
 * Our webhook in a channel: the one that stands there, or else a new one with our name and picture.
 * @throws Refused when the channel has as many webhooks as Discord allows; DiscordAPIError for what Discord refuses
 */
export async function ourWebhook(bot: Bot, channel: LinkableChannel, reason: string): Promise<OurWebhook> {
	const there = await channel.fetchWebhooks();
	const standing = [...there.keys()];
	const [ours] = oursOf(bot, there);
	if (ours) return { id: ours.id, url: ours.url, made: false, standing };
	if (there.size >= MOST_WEBHOOKS) {
		throw new Refused(
			`<#${channel.id}> has ${there.size} webhooks, which is the most that Discord allows. Delete one in the channel's settings, under Integrations, and give the command again.`,
		);
	}
	const made = await make(bot, channel, reason);
	return { id: made.id, url: made.url, made: true, standing };
}

/**
 * Makes one where none of ours stands. Discord's answer can be lost, and discord.js asks again where it broke off: so what
 * stands afterwards counts, and one of it stays.
 */
async function make(bot: Bot, channel: LinkableChannel, reason: string): Promise<Webhook> {
	let failed: unknown;
	const made = await channel.createWebhook({ name: OUR_NAME, avatar: avatar(), reason }).catch((error: unknown) => {
		if (error instanceof DiscordAPIError) throw error;
		failed = error;
		return null;
	});
	// When this fails, too, the next link finds what stands and uses it.
	const ours = await channel.fetchWebhooks().then(
		(there) => oursOf(bot, there),
		() => [],
	);
	const own = made ?? ours[0];
	if (!own) throw failed;
	for (const { id } of ours) if (id !== own.id) await takeBackWebhook(bot, id);
	return own;
}

function oursOf({ client }: Bot, webhooks: Collection<string, Webhook>): Webhook[] {
	return [...webhooks.values()].filter(
		({ applicationId, token }) => applicationId === client.application.id && token !== null,
	);
}

/** A webhook that somebody else made, as long as Discord lets us post through it. */
export function isUsable(webhook: Webhook): boolean {
	return webhook.isIncoming() && webhook.token !== null;
}

let picture: string | undefined;

/** As a data URL, which names the picture's type: discord.js takes every buffer for a JPEG. */
function avatar(): string {
	picture ??= `data:image/png;base64,${readFileSync(AVATAR).toString('base64')}`;
	return picture;
}
