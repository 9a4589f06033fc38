import type { CallOutput, Contract } from '@dropwire/contract';

/** A server that the user manages. */
export type Server = CallOutput<Contract['guildList']>['data']['data'][number];

/** From this number of servers on, their lists have a filter. */
export const FILTERED_FROM = 10;

/** The servers whose name or id contains a text. */
export function findServers(servers: readonly Server[], text: string): readonly Server[] {
	const wanted = text.trim().toLowerCase();
	return servers.filter(({ guildId, guildName }) => `${guildName} ${guildId}`.toLowerCase().includes(wanted));
}
