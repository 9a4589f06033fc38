import type { DiscordChannel } from '@dropwire/contract';

/** A channel as lists show it. */
export function nameOf({ name, missing }: Pick<DiscordChannel, 'name' | 'missing'>): string {
	return `#${name}${missing.length > 0 ? ' (missing permission)' : ''}`;
}

/** Whether a name contains what was typed, in any case, with or without `#`. */
export function hasText(name: string, typed: string): boolean {
	return name.toLowerCase().includes(typed.trim().replace(/^#/, '').toLowerCase());
}

/** The channels by category. They come in Discord's order, so that those of one category follow each other. */
export function inCategories(
	channels: readonly DiscordChannel[],
): { category: string | null; channels: readonly DiscordChannel[] }[] {
	const groups = Map.groupBy(channels, ({ category }) => category);
	return [...groups].map(([category, own]) => ({ category, channels: own }));
}
