import { Guild } from '@dropwire/db';
import type { Call } from '../http/context.ts';

/**
 * Stores the guild's name and icon from Discord. If the caller is an operator who is not in the guild, the stored ones
 * are kept.
 */
export async function rememberGuild(
	{ managed, knex }: Pick<Call<'channelInsert'>, 'managed' | 'knex'>,
	guildId: string,
): Promise<void> {
	const known = managed.find((guild) => guild.id === guildId);
	const row = {
		guildId,
		name: (known?.name ?? guildId).slice(0, 100),
		icon: known?.icon ?? null,
		updatedAt: Date.now(),
	};
	const insert = Guild.query(knex).insert(row).onConflict('guildId');
	await (known ? insert.merge() : insert.ignore());
}
