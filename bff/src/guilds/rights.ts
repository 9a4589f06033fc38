import { Agent, request } from 'undici';
import type { Caller } from '../http/caller.ts';
import { CallError, forbidden } from '../http/errors.ts';

/** A guild as Discord reports it for one user. */
export interface MemberGuild {
	id: string;
	name: string;
	icon: string | null;
}

/** Discord's bits (its documentation, "Permissions"). */
const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;
/** What Discord said is believed for so long (contract: "read at most 5 minutes ago"). */
const BELIEVED_MS = 5 * 60_000;
const TIMEOUT_MS = 8000;
const MOST_KNOWN = 10_000;

/** Which guilds a user may manage, asked of Discord with the user's own token. */
export interface GuildRights {
	/** @throws CallError 401 when Discord no longer knows the sign-in, 502 when Discord does not answer */
	managed(caller: Caller): Promise<readonly MemberGuild[]>;
	close(): Promise<void>;
}

export function createGuildRights(discordUrl: string): GuildRights {
	const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
	/** One question per user, shared by all who ask meanwhile and for five minutes after. */
	const known = new Map<string, { token: string; at: number; guilds: Promise<readonly MemberGuild[]> }>();

	async function ask(token: string): Promise<readonly MemberGuild[]> {
		let status: number;
		let text: string;
		try {
			const response = await request(`${discordUrl}/api/v10/users/@me/guilds`, {
				dispatcher: agent,
				headers: { authorization: `Bearer ${token}` },
			});
			status = response.statusCode;
			text = await response.body.text();
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
		async managed({ discordId, discordToken }) {
			// A program has no sign-in at Discord: what its user may manage is not known through it.
			if (discordToken === null) return [];
			const before = known.get(discordId);
			if (before?.token === discordToken && Date.now() - before.at < BELIEVED_MS) return before.guilds;
			if (known.size >= MOST_KNOWN) known.clear();
			const guilds = ask(discordToken);
			known.set(discordId, { token: discordToken, at: Date.now(), guilds });
			guilds.catch(() => known.delete(discordId));
			return guilds;
		},
		close: () => agent.destroy(),
	};
}

/** What `managed` says, for operators also while Discord is down: they may manage every guild anyway. */
export async function managedBy(rights: GuildRights, caller: Caller): Promise<readonly MemberGuild[]> {
	try {
		return await rights.managed(caller);
	} catch (error) {
		if (caller.access?.admin && error instanceof CallError && error.code === 'upstream_failed') return [];
		throw error;
	}
}

/** Whether the caller may manage the guild; operators may manage every one. */
export function mayManage(
	{ caller, managed }: { caller: Caller | null; managed: readonly MemberGuild[] },
	guildId: string,
): boolean {
	return caller?.access?.admin === true || managed.some((guild) => guild.id === guildId);
}

/** @throws CallError 403, the same whether the guild exists or not */
export function mustManage(call: Parameters<typeof mayManage>[0], guildId: string): void {
	if (!mayManage(call, guildId)) throw forbidden('You may not manage this server.');
}
