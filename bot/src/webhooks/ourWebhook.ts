import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BOT_WEBHOOK_NAME, MAX_CHANNEL_WEBHOOKS } from '@dropwire/contract';
import { type Collection, DiscordAPIError, RESTJSONErrorCodes, Routes, type Webhook } from 'discord.js';
import type { BotContext } from '../context.ts';
import { UserError } from '../userError.ts';
import { deleteOurWebhook } from './deleteOurWebhook.ts';
import { deleteUnused } from './deleteUnused.ts';
import { isOurs } from './isOurs.ts';
import type { LinkableChannel } from './linkable.ts';

const AVATAR = createRequire(import.meta.url).resolve('@dropwire/domain/avatar.png');

/** The bot's webhook in a channel. */
export interface OurWebhook {
	id: string;
	/** Secret: anyone with it can post. */
	url: string;
	/** Whether it is new, created by this call or by the dashboard at the same time. */
	created: boolean;
	/** The ids of all webhooks that already existed in the channel. */
	inChannel: readonly string[];
}

/**
 * Finds the bot's webhook in a channel, or creates it with the bot's name and avatar. A webhook that Discord lists but
 * does not accept is deleted, and does not count as being in the channel.
 * @param rejected the ids of webhooks that Discord has rejected
 * @throws UserError if the channel has reached Discord's limit for webhooks; DiscordAPIError if Discord rejects the
 *   request
 */
export async function ourWebhook(
	bot: BotContext,
	channel: LinkableChannel,
	reason: string,
	rejected: ReadonlySet<string> = new Set(),
): Promise<OurWebhook> {
	const webhooks = await channel.fetchWebhooks();
	const listed = new Set(webhooks.keys());
	for (const ours of oursOf(bot, channel, webhooks)) {
		if (!rejected.has(ours.id) && (await isAccepted(bot, ours))) {
			return { id: ours.id, url: ours.url, created: false, inChannel: [...webhooks.keys()] };
		}
		await deleteOurWebhook(bot, channel.guildId, ours.id);
		webhooks.delete(ours.id);
	}
	const inChannel = [...webhooks.keys()];
	if (webhooks.size >= MAX_CHANNEL_WEBHOOKS) {
		throw new UserError((t) => t('deny.webhooks', { channel: channel.id, count: webhooks.size }));
	}
	const created = await create(bot, channel, reason, listed);
	return { id: created.id, url: created.url, created: true, inChannel };
}

/**
 * Creates the webhook. If a response is lost, discord.js repeats the request, and Discord may create several webhooks. The
 * dashboard may create one at the same time, too. Therefore this lists them afterwards, uses the bot's oldest one, and
 * deletes its younger ones that no link uses.
 * @param listed the ids of the webhooks that existed before
 */
async function create(
	bot: BotContext,
	channel: LinkableChannel,
	reason: string,
	listed: ReadonlySet<string>,
): Promise<Webhook> {
	let failure: unknown;
	const created = await channel
		.createWebhook({ name: BOT_WEBHOOK_NAME, avatar: avatar(), reason })
		.catch((error: unknown) => {
			if (error instanceof DiscordAPIError) throw error;
			failure = error;
			return null;
		});
	// If this fails too, the next link finds the webhook and uses it.
	const made = await channel.fetchWebhooks().then(
		(webhooks) => oursOf(bot, channel, webhooks).filter(({ id }) => !listed.has(id)),
		() => [],
	);
	const [oldest, ...younger] = made.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
	const kept = oldest ?? created;
	if (!kept) throw failure;
	for (const { id } of younger) {
		// The last request created the webhook of the response, so the dashboard created any younger one, and may be about to
		// link it.
		if (!created || BigInt(id) <= BigInt(created.id)) await deleteUnused(bot, channel.guildId, id);
	}
	return kept;
}

/** Whether Discord accepts the webhook's token. Another failure proves nothing. */
async function isAccepted({ client, log }: BotContext, { id, token }: Webhook): Promise<boolean> {
	try {
		await client.rest.get(Routes.webhook(id, token ?? ''), { auth: false });
		return true;
	} catch (error) {
		log.warn({ err: error, webhookId: id }, 'could not read a webhook by its token');
		const { code } = error as DiscordAPIError;
		return code !== RESTJSONErrorCodes.UnknownWebhook && code !== RESTJSONErrorCodes.InvalidWebhookToken;
	}
}

function oursOf(bot: BotContext, { guildId }: LinkableChannel, webhooks: Collection<string, Webhook>): Webhook[] {
	return [...webhooks.values()].filter((webhook) => isOurs(bot, guildId, webhook) && webhook.token !== null);
}

let avatarUrl: string | undefined;

/** A data URL with the image's type, because discord.js treats every buffer as a JPEG. */
function avatar(): string {
	avatarUrl ??= `data:image/png;base64,${readFileSync(AVATAR).toString('base64')}`;
	return avatarUrl;
}
