import type { Endpoint } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { type Caller, isActing, isBot } from './auth.ts';
import { CallError, forbidden } from './errors.ts';

/** A guild as Discord reports it for one user. */
export interface MemberGuild {
	id: string;
	name: string;
	icon: string | null;
}

/** A call that concerns a guild. */
export interface GuildUse {
	entry: Endpoint;
	caller: Caller | null;
	requestId: string;
	managed: readonly MemberGuild[];
	guildId: string;
}

/** What the pipeline needs to know of the guilds that its callers manage. */
export interface CallerGuilds {
	/**
	 * @throws CallError 401 when Discord rejects the user's token; 502 when it limits the requests, with the seconds to
	 *   wait, during which it is not asked again; 502 when it does not respond, or with something else than a list
	 */
	managed(caller: Caller): Promise<readonly MemberGuild[]>;
	/**
	 * The servers that the caller manages, as of the last five minutes, and that have or had a grant. None while Discord
	 * cannot say it.
	 * @param guildId the server of the bot's command, for which the bot vouches
	 */
	paid(caller: Caller, guildId: string | null): Promise<string[]>;
	/**
	 * Records that a person on the access list manages a guild.
	 * @param trx the transaction of the call
	 */
	noteUse(use: GuildUse, trx?: Knex.Transaction): Promise<void>;
}

/** `managed`, but returns no guilds for operators while Discord is down: operators can manage every guild anyway. */
export async function managedBy(guilds: CallerGuilds, caller: Caller): Promise<readonly MemberGuild[]> {
	try {
		return await guilds.managed(caller);
	} catch (error) {
		if (caller.access?.admin && error instanceof CallError && error.code === 'upstream_failed') return [];
		throw error;
	}
}

/** Whether the caller can manage the guild. Operators can manage every guild. */
export function mayManage(
	{ caller, managed }: { caller: Caller | null; managed: readonly MemberGuild[] },
	guildId: string,
): boolean {
	return caller?.access?.admin === true || managed.some((guild) => guild.id === guildId);
}

/**
 * The guilds whose names and channels the caller can see: the guilds they manage, or null (all guilds) for operators.
 * The bot acts for people of one guild and sees only that guild.
 */
export function seenGuilds({ caller, managed }: Parameters<typeof mayManage>[0], guildId?: string): string[] | null {
	if (isBot(caller)) return guildId === undefined ? [] : [guildId];
	return caller?.access?.admin === true ? null : managed.map(({ id }) => id).sort();
}

/**
 * The bot needs no further check for the guild of a command: Discord sends it the person's permissions with each
 * command.
 * @throws CallError 403, the same whether the guild exists or not
 */
export function mustManage(call: Parameters<typeof mayManage>[0], guildId: string): void {
	if (isActing(call.caller) || mayManage(call, guildId)) return;
	throw forbidden('You may not manage this server. You need the permission Manage Server there.');
}
