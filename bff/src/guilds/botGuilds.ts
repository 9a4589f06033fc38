import { BotGuild, type Knex } from '@dropwire/db';

/**
 * Whether the bot is in each of these guilds. A guild is absent from the map while the bot has not reported the guilds of
 * its shard: an empty report differs from none.
 * @param named the guilds that the statement names; null to read all
 */
export async function guildsWithBot(
	knex: Knex,
	guildIds: readonly string[],
	named: readonly string[] | null = guildIds,
): Promise<ReadonlyMap<string, boolean>> {
	const [rows, shards] = await Promise.all([
		BotGuild.query(knex)
			.modify((query) => void (named && query.whereIn('guildId', [...named])))
			.select('guildId'),
		knex('bot_shards').select('shard', 'shards'),
	]);
	const present = new Set(rows.map(({ guildId }) => guildId));
	const reported = new Set(shards.map(({ shard }) => shard));
	const count = shards[0]?.shards ?? 1;
	const known = guildIds.filter((guildId) => present.has(guildId) || reported.has(shardOf(guildId, count)));
	return new Map(known.map((guildId) => [guildId, present.has(guildId)]));
}

/** Whether the bot has ever reported guilds, also none. */
export async function hasBotReported(knex: Knex): Promise<boolean> {
	return (await knex('bot_shards').first('shard')) !== undefined;
}

/** Notes that a shard of the bot has reported its guilds. Reports of another number of shards no longer count. */
export async function noteReport(knex: Knex, { shard, shards }: { shard: number; shards: number }): Promise<void> {
	const others = await knex('bot_shards').whereNot({ shards }).first('shard');
	// Without the check, MySQL would lock the gaps of the table, and two shards would wait for each other.
	if (others) await knex('bot_shards').whereNot({ shards }).delete();
	const row = { shard, shards, reportedAt: Date.now() };
	await knex('bot_shards').insert(row).onConflict(['shards', 'shard']).merge(['reportedAt']);
}

/** The shard that receives a guild's events (Discord's documentation, "Sharding"). */
export function shardOf(guildId: string, shards: number): number {
	return Number((BigInt(guildId) >> 22n) % BigInt(shards));
}
