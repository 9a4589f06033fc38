import { BotGuild, type Knex } from '@dropwire/db';

/** Which of these guilds the bot is in; null before the bot has reported its guilds. */
export async function guildsWithBot(knex: Knex, guildIds: readonly string[]): Promise<ReadonlySet<string> | null> {
	const [present, reported] = await Promise.all([
		BotGuild.query(knex)
			.whereIn('guildId', [...guildIds])
			.select('guildId'),
		BotGuild.query(knex).limit(1),
	]);
	return reported.length === 0 ? null : new Set(present.map(({ guildId }) => guildId));
}
