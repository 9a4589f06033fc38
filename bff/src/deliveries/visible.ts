import { Guild } from '@dropwire/db';
import type { Call } from '../http/context.ts';
import { mustManage } from '../http/guilds.ts';

/**
 * The guilds whose deliveries the caller can see; null for all. People manage many servers at Discord that do not use
 * Dropwire, so these are left out.
 * @throws CallError 403
 */
export async function visibleGuilds(
	call: Pick<Call<'deliveries'>, 'knex' | 'caller' | 'managed'>,
	guildId?: string,
): Promise<string[] | null> {
	if (guildId !== undefined) {
		mustManage(call, guildId);
		return [guildId];
	}
	if (call.caller.access?.admin) return null;
	const managed = call.managed.map((guild) => guild.id);
	const rows = await Guild.query(call.knex).findByIds(managed).select('guildId');
	return rows.map((guild) => guild.guildId);
}
