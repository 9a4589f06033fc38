import type { DiscordPlace } from '@dropwire/contract';

/** `Cook Group #drops`; null while the webhook's place is unknown. */
export function placeText(place: DiscordPlace | null): string | null {
	if (!place) return null;
	if (place.otherServer) return 'in another server';
	const server = place.guildName ?? place.name;
	const channel = place.channelName === null ? '' : `#${place.channelName}`;
	return [server, channel].filter(Boolean).join(' ') || null;
}

/** The end of a webhook's id, which people compare: `…0022`. */
export function idEnd(target: string): string {
	const id = /\/(\d+)\//.exec(target)?.[1];
	return id === undefined ? target : `…${id.slice(-4)}`;
}
