import { Row } from './Row.ts';

/** A Discord server that the bot is in, as the bot last reported it. It may not use Dropwire yet. */
export class BotGuild extends Row {
	static override tableName = 'bot_guilds';
	static override idColumn = 'guildId';

	declare guildId: string;
	/** When the bot first reported it. */
	declare joinedAt: number;
}
