import { ApiError } from '@dropwire/contract';
import { refresh } from '../api/useCall.ts';

/** Reads everything again that a change of a server's links affects. */
export function refreshServer(): Promise<unknown> {
	return refresh('channelList', 'linkList', 'webhookList', 'guildStates', 'guildList');
}

/**
 * Reads the Discord channels again after a change failed: the bot, a channel or a permission can be missing by now. Not
 * without an answer from the server: the same error would then be shown twice.
 */
export async function refreshTargets(failure: unknown): Promise<void> {
	if (!(failure instanceof ApiError && failure.code === 'unreachable')) await refresh('discordChannels');
}
