import { Guild, GuildManager, type Knex } from '@dropwire/db';
import type { Server } from '../http/context.ts';
import { type Caller, hasAccess, isBot } from '../http/auth.ts';
import { resumeGuilds } from './pausing.ts';
import type { MemberGuild } from './rights.ts';

/** Rows younger than this are not written again, so repeated calls by one person cost no write. */
const FRESH_MS = 6 * 3_600_000;

type Stores = Pick<Server, 'db' | 'responses'>;

/**
 * Stores which guilds a person manages, from Discord's latest list. Guilds that do not use Dropwire are ignored. Paused
 * guilds in the list are resumed, because a person with current access manages them.
 */
export async function noteManaged(
	{ db, responses }: Stores,
	caller: Caller,
	managed: readonly Pick<MemberGuild, 'id'>[],
): Promise<void> {
	const { discordId } = caller;
	const ids = managed.map(({ id }) => id);
	const guilds = await Guild.query(db.knex).whereIn('guildId', ids).select('guildId', 'pausedAt');
	const rows = await GuildManager.query(db.knex).where({ discordId });
	const lost = rows.filter(({ guildId }) => !ids.includes(guildId)).map(({ guildId }) => guildId);
	const freshly = new Set(rows.filter(isFresh).map(({ guildId }) => guildId));
	const stale = guilds.filter(({ guildId }) => !freshly.has(guildId)).map(({ guildId }) => guildId);
	const paused = hasAccess(caller)
		? guilds.filter(({ pausedAt }) => pausedAt !== null).map(({ guildId }) => guildId)
		: [];
	if (lost.length + stale.length + paused.length === 0) return;
	await db.transaction(async (trx) => {
		await GuildManager.query(trx).where({ discordId }).whereIn('guildId', lost).delete();
		for (const guildId of stale) await keep(trx, { guildId, discordId });
		await resumeGuilds(trx, { caller, requestId: null }, paused);
	});
	if (paused.length > 0) responses.forget();
}

/**
 * Records that a person on the access list manages a guild, and resumes the guild if it is paused and their access has
 * not expired. Calls that the bot
 * makes without a person do not count.
 * @param trx the transaction of the call; without it, a transaction is opened when there is something to write
 */
export async function noteUse(
	{ db, responses }: Stores,
	use: { caller: Caller | null; requestId: string; managed: readonly MemberGuild[]; guildId: string },
	trx?: Knex,
): Promise<void> {
	const { caller, managed, guildId } = use;
	if (!caller || (isBot(caller) && !caller.acting)) return;
	const { discordId } = caller;
	const guild = await Guild.query(trx ?? db.knex).findById(guildId);
	if (!guild) return;
	const manages = caller.acting || managed.some(({ id }) => id === guildId);
	const row = manages ? await GuildManager.query(trx ?? db.knex).findById([guildId, discordId]) : undefined;
	const stale = manages && !(row && isFresh(row));
	const resumes = guild.pausedAt !== null && hasAccess(caller);
	if (!stale && !resumes) return;
	const write = async (knex: Knex) => {
		if (stale) await keep(knex, { guildId, discordId });
		if (resumes) await resumeGuilds(knex, use, [guildId]);
	};
	await (trx ? write(trx) : db.transaction(write));
	if (resumes) responses.forget();
}

function isFresh({ seenAt }: GuildManager): boolean {
	return seenAt > Date.now() - FRESH_MS;
}

async function keep(knex: Knex, row: { guildId: string; discordId: string }): Promise<void> {
	await GuildManager.query(knex)
		.insert({ ...row, seenAt: Date.now() })
		.onConflict(['guildId', 'discordId'])
		.merge();
}
