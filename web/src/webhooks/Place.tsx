import type { DiscordPlace } from '@dropwire/contract';

/** What the bot names its webhooks, so that it does not help to find one. */
const USUAL_NAME = 'Dropwire';

/** A webhook's Discord server and channel, once known; the tooltip has the complete ids and the webhook's name. */
export function Place({ place }: { place: DiscordPlace | null }) {
	if (!place) return null;
	const shown = place.name === USUAL_NAME ? { ...place, name: null } : place;
	return (
		<span className="place" title={placeText(place, (id) => id)}>
			{placeText(shown, (id) => `${id.slice(0, 4)}…${id.slice(-4)}`)}
		</span>
	);
}

/** Whether a webhook's URL, or its place, contains a text. */
export function isAt(filter: string, url: string, place: DiscordPlace | null): boolean {
	const text = place ? `${url}\n${placeText(place, (id) => id)}` : url;
	return text.toLowerCase().includes(filter.trim().toLowerCase());
}

/** `Sole Searchers · #drops · Captain Hook`: server, channel, and the webhook's own name. */
function placeText(place: DiscordPlace, idText: (id: string) => string): string {
	const { otherServer, guildId, guildName, channelId, channelName, name } = place;
	if (otherServer) return 'In another server';
	const server = guildName ?? (guildId && `Server ${idText(guildId)}`);
	const channel = channelName ? `#${channelName}` : channelId && `Channel ${idText(channelId)}`;
	return [server, channel, name].filter(Boolean).join(' · ');
}
