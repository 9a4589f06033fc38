import { ApiError } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import type { Translate } from '../texts/translate.ts';
import { relativeTime } from '../ui/links.ts';

/** For users on the access list, whose command has just resumed their server. */
export function resumedText(t: Translate, pausedAt: number): string {
	return t('pause.resumed', { when: relativeTime(pausedAt) });
}

/**
 * For users without access: why their channels get no messages. Null if the server is not paused or the BFF is
 * unavailable.
 */
export async function pausedText(bot: BotContext, guildId: string, error: unknown): Promise<string | null> {
	if (!(error instanceof ApiError && error.status === 403)) return null;
	const list = await bot.server
		.as(null)
		.linkList({ guildId })
		.catch((failure: unknown) => {
			// The reply shows the first error; only the explanation is missing.
			bot.log.warn({ guildId, err: failure }, 'could not read whether a server is paused');
			return null;
		});
	if (!list || list.pausedAt === null) return null;
	return bot.t('pause.paused', { when: relativeTime(list.pausedAt) });
}
