import { ChannelType } from 'discord-api-types/v10';

/** The fields of a channel that its place in Discord's list depends on. */
interface PlacedChannel {
	id: string;
	type: ChannelType;
	name?: string | null;
	position?: number;
	parent_id?: string | null;
}

/**
 * The channels of a server in the order of Discord's own list: those without a category, then category by category. Equal
 * positions are ordered by id (Discord's documentation, "Channel Object", `position`).
 * @returns each channel that is no category, with its category's name
 */
export function inDiscordOrder<C extends PlacedChannel>(
	channels: readonly C[],
): { channel: C; category: string | null }[] {
	const ordered = channels.toSorted(
		(a, b) => (a.position ?? 0) - (b.position ?? 0) || Number(BigInt(a.id) - BigInt(b.id)),
	);
	const categories = ordered.filter(({ type }) => type === ChannelType.GuildCategory);
	const known = new Set(categories.map(({ id }) => id));
	const others = ordered.filter(({ type }) => type !== ChannelType.GuildCategory);
	const within = (own: (channel: C) => boolean, category: string | null) =>
		others.filter(own).map((channel) => ({ channel, category }));
	return [
		...within(({ parent_id: parent }) => !parent || !known.has(parent), null),
		...categories.flatMap(({ id, name }) => within(({ parent_id: parent }) => parent === id, name ?? '')),
	];
}
