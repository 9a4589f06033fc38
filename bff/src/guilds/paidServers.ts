import { type GuildManager, type Knex, paidServersOf } from '@dropwire/db';
import { every } from '@dropwire/domain/jobs';
import type { DiscordBot } from '../discord/bot.ts';
import { writeAudit } from '../http/audit.ts';
import { type Caller, isActing } from '../http/auth.ts';
import type { Server } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import type { MemberGuild } from '../http/guilds.ts';
import { createMemo } from '../http/memo.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import { guildsWithBot } from './botGuilds.ts';
import { forgetManager, giversOf } from './pausing.ts';

/** Half a minute less than the contract's five minutes, as for the lists of a person's servers. */
const TTL_MS = 4.5 * 60_000;
const MAX_ANSWERS = 10_000;
/** A stored manager is asked for again after this long, ms. With the interval below, a lost right counts within the five minutes. */
const ASKED_AGAIN_MS = 4 * 60_000;
const CHECK_EVERY_MS = 2000;
/** Managers per check, with two requests each, of the 100 that Discord allows a bot in that time: 750 managers in five minutes. */
const BATCH = 6;

/**
 * The servers that a caller manages and that have or had a grant. A browser's are in Discord's list of its user's servers.
 * Of a program and of the bot's commands, those that the person managed earlier are asked for again with the bot's token.
 * Notices and linked roles count what is stored, so managers of paid servers are asked for again in the background.
 */
export function createPaidServers(
	{ db, log, settings, responses }: Pick<Server, 'db' | 'log' | 'settings' | 'responses'>,
	bot: Pick<DiscordBot, 'manages'> | null,
) {
	const { knex } = db;
	const answers = createMemo<'yes' | 'no'>({ ttl: TTL_MS, max: MAX_ANSWERS });
	/** The servers that were stored from each list. */
	const noted = new WeakMap<readonly MemberGuild[], string>();

	/** Stores that a person manages these servers, for notices and for calls without their list. */
	async function note(discordId: string, guilds: readonly MemberGuild[]): Promise<void> {
		const now = Date.now();
		const guildIds = guilds.map(({ id }) => id);
		const servers = guilds.map(({ id, name, icon }) => ({
			guildId: id,
			name: name.slice(0, 100),
			icon,
			updatedAt: now,
		}));
		await db.transaction(async (trx) => {
			await trx('guilds').insert(servers).onConflict('guildId').ignore();
			const known = await trx('guild_managers').where({ discordId }).whereIn('guildId', guildIds).pluck('guildId');
			await trx('guild_managers')
				.insert(guildIds.map((guildId) => ({ guildId, discordId, seenAt: now })))
				.onConflict(['guildId', 'discordId'])
				.merge();
			if (known.length < guildIds.length) await linkedRolesChanged(trx, [discordId]);
		});
	}

	/** Asks whether a stored manager still is one. @returns null if the bot is not in the server */
	async function ask(
		{ manages }: Pick<DiscordBot, 'manages'>,
		{ guildId, discordId, seenAt }: Pick<GuildManager, 'guildId' | 'discordId' | 'seenAt'>,
	): Promise<boolean | null> {
		const answer = await manages(guildId, discordId);
		if (answer !== false) return answer;
		await db.transaction(async (trx) => {
			// Their browser can have shown Discord's newer list since.
			const isSame = await trx('guild_managers').where({ guildId, discordId, seenAt }).forUpdate().first('guildId');
			if (!isSame) return;
			const paused = await forgetManager(trx, discordId, [guildId], giversOf(settings));
			await writeAudit(trx, { caller: null, requestId: null }, paused);
		});
		responses.forget();
		return false;
	}

	async function stillManaged(discordId: string): Promise<string[]> {
		if (!bot) return [];
		const known = await paidServersOf(knex, discordId);
		const rows = await knex('guild_managers').where({ discordId }).whereIn('guildId', known);
		const managed = await Promise.all(
			rows.map((row) =>
				answers.get(`${row.guildId} ${discordId}`, async () => ((await ask(bot, row)) === true ? 'yes' : 'no')),
			),
		);
		return rows.flatMap(({ guildId }, at) => (managed[at] === 'yes' ? [guildId] : []));
	}

	/** Asks for the managers of paid servers that were not seen for the longest. */
	async function askAgain(signal: AbortSignal): Promise<void> {
		if (!bot) return;
		const due = await dueManagers(knex, Date.now());
		if (due.length === 0) return;
		const withBot = await guildsWithBot(knex, [...new Set(due.map(({ guildId }) => guildId))]);
		for (const { guildId, discordId, seenAt } of due) {
			if (signal.aborted) return;
			// Other processes skip the row, and a server about which Discord gives no answer keeps none of the others waiting.
			const claimed = { guildId, discordId, seenAt: Date.now() };
			const taken = await knex('guild_managers')
				.where({ guildId, discordId, seenAt })
				.update({ seenAt: claimed.seenAt });
			if (taken === 0 || withBot.get(guildId) === false) continue;
			// Discord counts questions about servers without the bot towards its ban.
			if ((await ask(bot, claimed)) === null) return;
		}
	}

	const asking = every(CHECK_EVERY_MS, askAgain, {
		onError: (error) => {
			if (!isNoAnswer(error)) log.error({ err: error }, 'asking for managers of servers failed');
		},
	});

	async function paidAmong(guildIds: readonly string[]): Promise<string[]> {
		if (guildIds.length === 0) return [];
		return knex('grants').where({ subject: 'guild' }).whereIn('subjectId', guildIds).distinct().pluck('subjectId');
	}

	return {
		/**
		 * @param guildId the server of the bot's command, for which the bot vouches
		 * @param managed reads the servers of a browser's user
		 */
		async of(
			caller: Caller,
			guildId: string | null,
			managed: () => Promise<readonly MemberGuild[]>,
		): Promise<string[]> {
			try {
				if (caller.via === 'session') {
					const guilds = await managed();
					const paid = await paidAmong(guilds.map(({ id }) => id));
					// Once per list: what is stored again later would make an old list count as new.
					if (paid.length > 0 && noted.get(guilds) !== paid.join()) {
						await note(
							caller.discordId,
							guilds.filter(({ id }) => paid.includes(id)),
						);
						noted.set(guilds, paid.join());
					}
					return paid;
				}
				const vouched = isActing(caller) && guildId !== null ? await paidAmong([guildId]) : [];
				return [...new Set([...vouched, ...(await stillManaged(caller.discordId))])];
			} catch (error) {
				// Without Discord's answer, only the person's own grants count.
				if (isNoAnswer(error)) return [];
				throw error;
			}
		},
		close: () => asking.stop(),
	};
}

/** Whether Discord has not said who manages a server. */
export function isNoAnswer(error: unknown): boolean {
	return error instanceof CallError && ['unauthenticated', 'upstream_failed', 'rate_limited'].includes(error.code);
}

/** The managers of servers whose grant goes on, of whom it is time to ask. */
async function dueManagers(knex: Knex, now: number): Promise<Pick<GuildManager, 'guildId' | 'discordId' | 'seenAt'>[]> {
	const open = knex('grants').where({ subject: 'guild' }).whereNull('endedAt').select('subjectId');
	return (
		knex('guild_managers')
			.whereIn('guildId', open)
			// A time ahead dates from before the clock was set back.
			.where((due) => void due.where('seenAt', '<', now - ASKED_AGAIN_MS).orWhere('seenAt', '>', now + ASKED_AGAIN_MS))
			.orderBy('seenAt')
			.limit(BATCH)
			.select('guildId', 'discordId', 'seenAt')
	);
}
