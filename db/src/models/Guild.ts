import { Row } from './Row.ts';

/** A Discord server that uses the product, as Discord last named it. */
export class Guild extends Row {
	static override tableName = 'guilds';
	static override idColumn = 'guildId';

	declare guildId: string;
	declare name: string;
	declare icon: string | null;
	declare updatedAt: number;
	/** Since when the bot is gone from it; null while it is there, or never was. */
	declare botLeftAt: number | null;
}
