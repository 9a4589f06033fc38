import { setTimeout as pause } from 'node:timers/promises';
import type { BotContext } from '../context.ts';
import { inBackground, retryUntilDone } from '../server/retry.ts';
import { writeNotice } from './writeNotice.ts';

const EVERY_MS = 5000;

/**
 * Writes the messages that the BFF has for people and for servers' admins, until the bot stops. If the bot
 * runs twice, the BFF gives each message to one of them. A message whose outcome could not be reported is given out
 * again, and Discord drops the second one by its nonce.
 */
export function startNotices(bot: BotContext, everyMs = EVERY_MS): void {
	inBackground('messages', bot.log, run(bot, everyMs));
}

async function run(bot: BotContext, everyMs: number): Promise<void> {
	for (;;) {
		// Rejects only on shutdown, which is checked next.
		await pause(everyMs, undefined, { signal: bot.shutdown, ref: false }).catch(() => {});
		if (bot.shutdown.aborted) return;
		// Asked again in a moment.
		await writeDue(bot).catch((error: unknown) => bot.log.warn({ err: error }, 'could not write the messages'));
	}
}

async function writeDue(bot: BotContext): Promise<void> {
	const { log, shutdown } = bot;
	const server = bot.server.as(null, 'background');
	const { data: notices } = await server.botNoticesClaim({});
	for (const notice of notices) {
		if (shutdown.aborted) return;
		const { lease, discordId, guildId } = notice;
		const outcome = await writeNotice(bot, notice);
		log.info({ discordId, guildId, ...outcome }, 'notice');
		await retryUntilDone('outcome of a notice', log, shutdown, () => server.botNoticeDone({ lease, ...outcome }));
	}
}
