import type { GuildState } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';

/** How often the state of the user's servers is read, ms. */
const EVERY_MS = 30_000;

/**
 * The state of the user's servers.
 * @param everyMs how often it is read
 */
export function useGuildStates(everyMs = EVERY_MS) {
	return useCall('guildStates', {}, { refreshInterval: everyMs });
}

/** The number of webhooks that need attention. */
export function problemsOf({ off, failing }: GuildState): number {
	return off + failing;
}

/** Whether a server needs the bot: it has nothing set up yet, or its webhooks are off. Pasted webhooks work without it. */
export function isBotMissing({ bot, links, off }: GuildState): boolean {
	return bot === false && (links === 0 || off > 0);
}
