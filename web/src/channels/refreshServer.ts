import { refresh } from '../api/useCall.ts';

/** Reads everything again that a change of a server's links affects. */
export function refreshServer(): Promise<unknown> {
	return refresh('channelList', 'linkList', 'webhookList', 'guildStates', 'guildList');
}
