import { type Knex, paidServersOf } from '@dropwire/db';
import type { DiscordBot } from '../discord/bot.ts';
import { type Caller, isActing } from '../http/auth.ts';
import { CallError } from '../http/errors.ts';
import type { MemberGuild } from '../http/guilds.ts';
import { createMemo } from '../http/memo.ts';

/** Half a minute less than the contract's five minutes, as for the lists of a person's servers. */
const TTL_MS = 4.5 * 60_000;
const MAX_ANSWERS = 10_000;

/**
 * The servers that a caller manages and that have or had a grant. A browser's are in Discord's list of its user's servers.
 * Of a program and of the bot's commands, those that the person managed earlier are asked for again with the bot's token.
 */
export function createPaidServers(knex: Knex, bot: Pick<DiscordBot, 'manages'> | null) {
	const answers = createMemo<'yes' | 'no'>({ ttl: TTL_MS, max: MAX_ANSWERS });
	const noted = createMemo<'noted'>({ ttl: TTL_MS, max: MAX_ANSWERS });

	/** Stores that a person manages these servers, for notices and for calls without their list. */
	async function note(discordId: string, guilds: readonly MemberGuild[]): Promise<'noted'> {
		const now = Date.now();
		const servers = guilds.map(({ id, name, icon }) => ({
			guildId: id,
			name: name.slice(0, 100),
			icon,
			updatedAt: now,
		}));
		await knex('guilds').insert(servers).onConflict('guildId').ignore();
		await knex('guild_managers')
			.insert(guilds.map(({ id }) => ({ guildId: id, discordId, seenAt: now })))
			.onConflict(['guildId', 'discordId'])
			.merge();
		return 'noted';
	}

	async function stillManaged(discordId: string): Promise<string[]> {
		if (!bot) return [];
		const known = await paidServersOf(knex, discordId);
		const managed = await Promise.all(
			known.map(async (guildId) => {
				const ask = async () => ((await bot.manages(guildId, discordId)) ? 'yes' : 'no');
				return (await answers.get(`${guildId} ${discordId}`, ask)) === 'yes';
			}),
		);
		return known.filter((_, at) => managed[at]);
	}

	async function paidAmong(guildIds: readonly string[]): Promise<string[]> {
		if (guildIds.length === 0) return [];
		return knex('grants').where({ subject: 'guild' }).whereIn('subjectId', guildIds).distinct().pluck('subjectId');
	}

	/**
	 * @param guildId the server of the bot's command, for which the bot vouches
	 * @param managed reads the servers of a browser's user
	 */
	return async (
		caller: Caller,
		guildId: string | null,
		managed: () => Promise<readonly MemberGuild[]>,
	): Promise<string[]> => {
		try {
			if (caller.via === 'session') {
				const guilds = await managed();
				const paid = await paidAmong(guilds.map(({ id }) => id));
				if (paid.length > 0) {
					const own = guilds.filter(({ id }) => paid.includes(id));
					await noted.get(`${caller.discordId} ${paid.join()}`, () => note(caller.discordId, own));
				}
				return paid;
			}
			const vouched = isActing(caller) && guildId !== null ? await paidAmong([guildId]) : [];
			return [...new Set([...vouched, ...(await stillManaged(caller.discordId))])];
		} catch (error) {
			// Without Discord's answer, only the person's own grants count.
			if (error instanceof CallError && ['unauthenticated', 'upstream_failed', 'rate_limited'].includes(error.code))
				return [];
			throw error;
		}
	};
}
