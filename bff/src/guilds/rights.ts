import type { IncomingHttpHeaders } from 'node:http';
import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { readBounded } from '@dropwire/retailers';
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import { z } from 'zod';
import type { Discord } from '../discord/discord.ts';
import { isInvalid } from '../discord/invalidRequests.ts';
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
const TIMEOUT_MS = 8000;
const MAX_USERS = 10_000;
/** A user is in at most 200 guilds; each takes a few hundred bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

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
	{ invalidRequests, bot }: Pick<Discord, 'invalidRequests' | 'bot'>,
): GuildRights {
	const { log, settings } = server;
	const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
	const cache = createMemo<readonly UserGuild[] | typeof REJECTED>({ ttl: TTL_MS, max: MAX_USERS });

	const limits = createLimits();
	const paid = createPaidServers(server.db.knex, bot);

	async function readGuilds(token: string): Promise<readonly UserGuild[] | typeof REJECTED> {
		invalidRequests.mustBeFew();
		limits.mustBeOver(token);
		let status: number;
		let text: string;
		let headers: IncomingHttpHeaders;
		try {
			const response = await request(`${settings.DISCORD_URL}/api/v10/users/@me/guilds`, {
				dispatcher: agent,
				signal: AbortSignal.timeout(TIMEOUT_MS),
				headers: { authorization: `Bearer ${token}`, 'user-agent': DISCORD_USER_AGENT },
			});
			status = response.statusCode;
			headers = response.headers;
			if (isInvalid(status, first(headers['x-ratelimit-scope']))) invalidRequests.add();
			text = (await readBounded(response.body, MAX_RESPONSE_BYTES)).toString();
		} catch {
			throw new CallError('upstream_failed', 'Discord cannot be reached. Try again in a moment.');
		}
		if (status === 401) return REJECTED;
		if (status === 429) {
			limits.begin(token, headers, text);
			limits.mustBeOver(token);
		}
		if (status !== 200) throw new CallError('upstream_failed', `Discord answered ${status}. Try again in a moment.`);
		const guilds = Guilds.safeParse(readJson(text));
		if (!guilds.success) {
			log.warn({ err: guilds.error, bytes: text.length }, "Discord's list of servers could not be read");
			throw unreadable('the list of your servers');
		}
		return guilds.data.map(({ id, name, icon, owner, permissions }) => {
			const manages = owner || (BigInt(permissions) & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
			return { guild: { id, name, icon }, manages };
		});
	}

	async function guildsOf(caller: Caller): Promise<readonly UserGuild[]> {
		const { discordId, discordToken } = caller;
		// API tokens come without a Discord access token, so the user's guilds are unknown.
		if (discordToken === null) return [];
		const guilds = await cache.get(`${discordId} ${discordToken}`, async () => {
			const read = await readGuilds(discordToken);
			if (read !== REJECTED) await noteManaged(server, caller, managedIn(read));
			return read;
		});
		if (guilds !== REJECTED) return guilds;
		throw new CallError('unauthenticated', 'Discord has ended your sign-in. Please sign in again.');
	}

	return {
		managed: async (caller) => managedIn(await guildsOf(caller)),
		memberOf: async (caller) => (await guildsOf(caller)).map(({ guild }) => guild),
		paid: (caller, guildId) => paid(caller, guildId, async () => managedIn(await guildsOf(caller))),
		noteUse: (use, trx) => noteUse(server, use, trx),
		joined(guildIds) {
			cache.forget(
				(guilds) =>
					guilds !== REJECTED && guildIds.some((guildId) => managedIn(guilds).every(({ id }) => id !== guildId)),
			);
		},
		close: () => agent.destroy(),
	};
}

/** A guild of a user, and whether they can manage it. */
interface UserGuild {
	guild: MemberGuild;
	manages: boolean;
}

function managedIn(guilds: readonly UserGuild[]): MemberGuild[] {
	return guilds.flatMap(({ guild, manages }) => (manages ? [guild] : []));
}

/** When Discord can be asked again: one user's list, or anything for this server. By the monotonic clock. */
function createLimits() {
	const ends = new LRUCache<string, number>({ max: MAX_USERS });
	let endForAll = 0;
	return {
		/** Records a 429. One without JSON or a duration comes from Cloudflare and concerns the address, as a global one does. */
		begin(token: string, headers: IncomingHttpHeaders, text: string) {
			const body = readJson(text) as { retry_after?: unknown; global?: unknown } | undefined;
			const durations = [body?.retry_after, first(headers['retry-after'])];
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

function first(header: string | string[] | undefined): string | null {
	return [header].flat()[0] ?? null;
}

/** Undefined for text that is no JSON. */
function readJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
