import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Answer, Discord } from '../discord/discord.ts';
import type { Server } from '../http/context.ts';
import { CallError, unreadable } from '../http/errors.ts';
import type { Caller } from '../http/auth.ts';
import type { CallerGuilds, MemberGuild } from '../http/guilds.ts';
import { createMemo } from '../http/memo.ts';
import { noteManaged, noteUse } from './managers.ts';
import { createPaidServers } from './paidServers.ts';

/** Discord's permission bits (Discord's documentation, "Permissions"). */
const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;
/**
 * How long a Discord response is cached. It is half a minute less than the contract's five minutes, because live
 * streams check at that interval.
 */
const TTL_MS = 4.5 * 60_000;
const MAX_USERS = 10_000;

/** Fields of Discord's answer that are used (its documentation, "Get Current User Guilds"). */
const Guilds = z.array(
	z.object({
		id: z.string(),
		name: z.string(),
		icon: z.string().nullable(),
		owner: z.boolean(),
		permissions: z.string().regex(/^\d+$/),
	}),
);
/** The wait when Discord names none, and the longest one that is believed, s. */
const WAIT_S = { unnamed: 5, longest: 3600 };

/** Reads the guilds that a user can manage from Discord, with the user's own token. */
export interface GuildRights extends CallerGuilds {
	/**
	 * The guilds that a person is a member of; none for a program, whose guilds are unknown.
	 * @throws CallError as `managed`
	 */
	memberOf(caller: Caller): Promise<readonly MemberGuild[]>;
	/** Forgets the cached lists without one of these guilds, which the bot has joined: their users may have created it. */
	joined(guildIds: readonly string[]): void;
	close(): Promise<void>;
}

/** The cached value for a token that Discord rejects: each request with it counts towards Discord's ban. */
const REJECTED = 'rejected';

export function createGuildRights(
	server: Server,
	{ ask, invalidRequests, bot }: Pick<Discord, 'ask' | 'invalidRequests' | 'bot'>,
): GuildRights {
	const { log } = server;
	const cache = createMemo<UserGuilds | typeof REJECTED>({ ttl: TTL_MS, max: MAX_USERS });

	const limits = createLimits();
	const paid = createPaidServers(server, bot);

	async function readGuilds(token: string): Promise<UserGuilds | typeof REJECTED> {
		invalidRequests.mustBeFew();
		limits.mustBeOver(token);
		const answer = await ask('/users/@me/guilds', {
			method: 'GET',
			headers: { authorization: `Bearer ${token}` },
		}).catch(() => {
			throw new CallError('upstream_failed', 'Discord cannot be reached. Try again in a moment.');
		});
		const { status, text } = answer;
		if (status === 401) return REJECTED;
		if (status === 429) {
			limits.begin(token, answer);
			limits.mustBeOver(token);
		}
		if (status !== 200) throw new CallError('upstream_failed', `Discord answered ${status}. Try again in a moment.`);
		const guilds = Guilds.safeParse(readJson(text));
		if (!guilds.success) {
			log.warn({ err: guilds.error, bytes: text.length }, "Discord's list of servers could not be read");
			throw unreadable('the list of your servers');
		}
		const all = guilds.data.map(({ id, name, icon }) => ({ id, name, icon }));
		const managed = all.filter((_, at) => {
			const { owner, permissions } = guilds.data[at]!;
			return owner || (BigInt(permissions) & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
		});
		return { all, managed };
	}

	async function guildsOf(caller: Caller): Promise<UserGuilds> {
		const { discordId, discordToken } = caller;
		// API tokens come without a Discord access token, so the user's guilds are unknown.
		if (discordToken === null) return NO_GUILDS;
		const guilds = await cache.get(`${discordId} ${discordToken}`, async () => {
			const read = await readGuilds(discordToken);
			if (read !== REJECTED) await noteManaged(server, caller, read.managed);
			return read;
		});
		if (guilds !== REJECTED) return guilds;
		throw new CallError('unauthenticated', 'Discord has ended your sign-in. Please sign in again.');
	}

	return {
		managed: async (caller) => (await guildsOf(caller)).managed,
		memberOf: async (caller) => (await guildsOf(caller)).all,
		paid: (caller, guildId) => paid.of(caller, guildId, async () => (await guildsOf(caller)).managed),
		noteUse: (use, trx) => noteUse(server, use, trx),
		joined(guildIds) {
			cache.forget(
				(guilds) => guilds !== REJECTED && guildIds.some((guildId) => guilds.managed.every(({ id }) => id !== guildId)),
			);
		},
		close: () => paid.close(),
	};
}

/** One answer of Discord about a user. */
interface UserGuilds {
	all: readonly MemberGuild[];
	managed: readonly MemberGuild[];
}
const NO_GUILDS: UserGuilds = { all: [], managed: [] };

/** When Discord can be asked again: one user's list, or anything for this server. By the monotonic clock. */
function createLimits() {
	const ends = new LRUCache<string, number>({ max: MAX_USERS });
	let endForAll = 0;
	return {
		/** Records a 429. One without JSON or a duration comes from Cloudflare and concerns the address, as a global one does. */
		begin(token: string, { header, text }: Answer) {
			const body = readJson(text) as { retry_after?: unknown; global?: unknown } | undefined;
			const durations = [body?.retry_after, header('retry-after')];
			const named = durations.map(Number).find((seconds) => seconds > 0);
			const end = performance.now() + Math.min(named ?? WAIT_S.unnamed, WAIT_S.longest) * 1000;
			if (body === undefined || body?.global === true || durations.every((seconds) => seconds == null)) endForAll = end;
			else ends.set(token, end);
		},
		/** @throws CallError 502 */
		mustBeOver(token: string) {
			const waitMs = Math.max(endForAll, ends.get(token) ?? 0) - performance.now();
			if (waitMs <= 0) return;
			const retryAfter = Math.ceil(waitMs / 1000);
			const text = `Discord limits how often the list of your servers can be read. Try again in ${retryAfter} s.`;
			throw new CallError('upstream_failed', text, undefined, { retryAfter });
		},
	};
}

/** Undefined for text that is no JSON. */
function readJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
