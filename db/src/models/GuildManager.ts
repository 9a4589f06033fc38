import { Row } from './Row.ts';

/** A person who manages a guild at Discord, as of the latest check. */
export class GuildManager extends Row {
	static override tableName = 'guild_managers';
	static override idColumn = ['guildId', 'discordId'];

	declare guildId: string;
	declare discordId: string;
	declare seenAt: number;
}
