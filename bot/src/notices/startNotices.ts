import { every } from '@dropwire/domain/jobs';
import type { BotContext } from '../context.ts';
import { retryUntilDone } from '../server/retry.ts';
import { writeNotice } from './writeNotice.ts';

const EVERY_MS = 5000;

/**
 * Writes the messages that the BFF has for people and for servers' admins, until the bot stops. If the bot
 * runs twice, the BFF gives each message to one of them. A message whose outcome could not be reported is given out
 * again, and Discord drops the second one by its nonce.
 */
export function startNotices(bot: BotContext, everyMs = EVERY_MS): void {
	const job = every(everyMs, () => writeDue(bot), {
		onError: (error) => bot.log.warn({ err: error }, 'could not write the messages'),
	});
	bot.shutdown.addEventListener('abort', () => void job.stop(), { once: true });
}

async function writeDue(bot: BotContext): Promise<void> {
	const { log, shutdown } = bot;
	const server = bot.server.as(null, 'background');
	const { data: notices } = await server.botNoticesClaim({});
	let isTooFast = false;
	for (const notice of notices) {
		if (shutdown.aborted) return;
		const { lease, discordId, guildId, directChannelId } = notice;
		// Given out again after its lease.
		if (isTooFast && discordId !== null && directChannelId === null) continue;
		const outcome = await writeNotice(bot, notice);
		isTooFast ||= outcome.tooFast !== null;
		log.info({ discordId, guildId, ...outcome }, 'notice');
		await retryUntilDone('outcome of a notice', log, shutdown, () => server.botNoticeDone({ lease, ...outcome }));
	}
}
