import { readBounded } from '@dropwire/retailers';
import { Agent, request } from 'undici';
import { type Caller, isBot } from '../http/auth.ts';
import { CallError, forbidden } from '../http/errors.ts';
import { createMemo } from '../http/memo.ts';

/** A guild as Discord reports it for one user. */
export interface MemberGuild {
	id: string;
	name: string;
	icon: string | null;
}

/** Discord's permission bits (Discord's documentation, "Permissions"). */
const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;
/**
 * How long a Discord response is cached. It is half a minute less than the contract's five minutes, because live
 * streams check at that interval.
 */
const TTL_MS = 4.5 * 60_000;
const TIMEOUT_MS = 8000;
const MAX_USERS = 10_000;
/** A user is in at most 200 guilds; each takes a few hundred bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Reads the guilds that a user can manage from Discord, with the user's own token. */
export interface GuildRights {
	/** @throws CallError 401 when Discord rejects the user's token, 502 when Discord does not respond */
	managed(caller: Caller): Promise<readonly MemberGuild[]>;
	close(): Promise<void>;
}

export function createGuildRights(
	discordUrl: string,
	onRead: (caller: Caller, guilds: readonly MemberGuild[]) => Promise<void>,
): GuildRights {
	const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
	const cache = createMemo<readonly MemberGuild[]>({ ttl: TTL_MS, max: MAX_USERS });

	async function readGuilds(token: string): Promise<readonly MemberGuild[]> {
		let status: number;
		let text: string;
		try {
			const response = await request(`${discordUrl}/api/v10/users/@me/guilds`, {
				dispatcher: agent,
				signal: AbortSignal.timeout(TIMEOUT_MS),
				headers: { authorization: `Bearer ${token}` },
			});
			status = response.statusCode;
			text = (await readBounded(response.body, MAX_RESPONSE_BYTES)).toString();
		} catch {
			throw new CallError('upstream_failed', 'Discord cannot be reached. Try again in a moment.');
		}
		if (status === 401) throw new CallError('unauthenticated', 'Discord has ended your sign-in. Please sign in again.');
		if (status !== 200) throw new CallError('upstream_failed', `Discord answered ${status}. Try again in a moment.`);
		const guilds = JSON.parse(text) as (MemberGuild & { owner: boolean; permissions: string })[];
		return guilds.filter(
			({ owner, permissions }) => owner || (BigInt(permissions) & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n,
		);
	}

	return {
		async managed(caller) {
			const { discordId, discordToken } = caller;
			// API tokens come without a Discord access token, so the user's guilds are unknown.
			if (discordToken === null) return [];
			return cache.get(`${discordId} ${discordToken}`, async () => {
				const guilds = await readGuilds(discordToken);
				await onRead(caller, guilds);
				return guilds;
			});
		},
		close: () => agent.destroy(),
	};
}

/** `managed`, but returns no guilds for operators while Discord is down: operators can manage every guild anyway. */
export async function managedBy(rights: GuildRights, caller: Caller): Promise<readonly MemberGuild[]> {
	try {
		return await rights.managed(caller);
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
	if (call.caller?.acting || mayManage(call, guildId)) return;
	throw forbidden('You may not manage this server. You need the permission Manage Server there.');
}
