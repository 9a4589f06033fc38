import { Row } from './Row.ts';

/** A Discord server that uses Dropwire, with its latest name at Discord. */
export class Guild extends Row {
	static override tableName = 'guilds';
	static override idColumn = 'guildId';
	static override booleans = ['sourceNotices', 'linkNotices'];

	declare guildId: string;
	declare name: string;
	declare icon: string | null;
	declare updatedAt: number;
	/** When the bot left the guild; null while the bot is a member, or if it never was. */
	declare botLeftAt: number | null;
	/** Since when no person with current access manages the guild, so that its channels get nothing; null otherwise. */
	declare pausedAt: number | null;
	/** Whether the guild wants to know when a shop cannot be read. */
	declare sourceNotices: boolean;
	/** Whether its admins want to know when a link stops working. */
	declare linkNotices: boolean;
}
