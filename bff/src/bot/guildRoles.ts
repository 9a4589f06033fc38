import type { GuildRole } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';

/** Stores a guild's roles, unless it does not use Dropwire. @returns whether they are stored */
export async function storeRoles(knex: Knex, guildId: string, roles: readonly GuildRole[]): Promise<boolean> {
	const known = await knex('guilds').where({ guildId }).first('guildId');
	if (!known) return false;
	const row = { guildId, roles: JSON.stringify(roles), updatedAt: Date.now() };
	await knex('guild_roles').insert(row).onConflict('guildId').merge(['roles', 'updatedAt']);
	return true;
}

/** A guild's roles as the bot last saw them; empty if it never has. */
export async function rolesOf(knex: Knex, guildId: string | null): Promise<GuildRole[]> {
	if (guildId === null) return [];
	const row = await knex('guild_roles').where({ guildId }).first('roles');
	return row ? (JSON.parse(row.roles) as GuildRole[]) : [];
}
