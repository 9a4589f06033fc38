import type { CallOutput, Contract } from '@dropwire/contract';

/** The head of the page of servers, which is shown while the page loads, too. */
export const SERVERS = {
	address: '/dashboard/admin',
	label: 'Servers',
	lead: 'Open a server to choose what it gets: topics, regions and the channels they go to.',
} as const;

/** A server that the user manages. */
export type Server = CallOutput<Contract['guildList']>['data']['data'][number];

/** From this number of servers on, their lists have a filter. */
export const FILTERED_FROM = 10;

/** The servers whose name or id contains a text. */
export function findServers(servers: readonly Server[], text: string): readonly Server[] {
	const wanted = text.trim().toLowerCase();
	return servers.filter(({ guildId, guildName }) => `${guildName} ${guildId}`.toLowerCase().includes(wanted));
}

/** The link that adds the bot to one server. @param inviteUrl the link without a server; null without a bot */
export function inviteTo(inviteUrl: string | null, guildId: string): string | null {
	return inviteUrl && `${inviteUrl}&guild_id=${guildId}&disable_guild_select=true`;
}
