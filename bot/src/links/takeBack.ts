import { setTimeout as pause } from 'node:timers/promises';
import type { Link, Region } from '@dropwire/bff/contract';
import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Bot } from '../bot.ts';
import { untilDone } from '../server/untilDone.ts';

/** A link that was sent to the server without an answer. */
export interface Attempt {
	guildId: string;
	region: Region;
	toolsName: string;
	webhook: { id: string };
}

/** A call that we gave up on can still be at work in the server; after so long it cannot. */
const STILL_AT_WORK_MS = 5000;

/** Deletes a webhook at Discord. That it is gone already is fine; what fails is found and used again by the next link. */
export async function takeBackWebhook(bot: Bot, webhookId: string): Promise<void> {
	try {
		await bot.client.rest.delete(Routes.webhook(webhookId), { reason: 'No link uses it' });
	} catch (error) {
		if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook) return;
		bot.log.warn({ err: error, webhookId }, 'a webhook could not be taken back');
	}
}

/**
 * Finds out whether a link was stored after all. When the server still does not answer, the link counts as not made, and
 * is removed should it turn up later.
 * @returns the link, or null: it is not made
 */
export async function settleDoubt(bot: Bot, attempt: Attempt): Promise<Link | null> {
	try {
		const found = await find(bot, attempt);
		if (found) return found;
	} catch {
		// The server is down; whether it has the link is asked again below.
	}
	void removeLater(bot, attempt);
	return null;
}

async function removeLater(bot: Bot, attempt: Attempt): Promise<void> {
	await pause(STILL_AT_WORK_MS, undefined, { signal: bot.ends, ref: false }).catch(() => {});
	await untilDone(`link to ${attempt.webhook.id} in doubt`, bot.log, bot.ends, async () => {
		const found = await find(bot, attempt);
		if (found) await bot.server.as(null, 'background').linkDelete({ guildId: attempt.guildId, id: found.id });
	});
}

async function find(bot: Bot, { guildId, region, toolsName, webhook }: Attempt): Promise<Link | null> {
	const { data } = await bot.server.as(null).linkList({ guildId });
	return (
		data.find((link) => link.webhookId === webhook.id && link.region === region && link.toolsName === toolsName) ?? null
	);
}
