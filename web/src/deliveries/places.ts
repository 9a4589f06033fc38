import type { DiscordPlace } from '@dropwire/contract';

/** `Cook Group #drops`; null while the webhook's place is unknown. */
export function placeText(place: DiscordPlace | null): string | null {
	if (!place) return null;
	if (place.otherServer) return 'in another server';
	const server = place.guildName ?? place.name;
	const channel = place.channelName === null ? '' : `#${place.channelName}`;
	return [server, channel].filter(Boolean).join(' ') || null;
}
