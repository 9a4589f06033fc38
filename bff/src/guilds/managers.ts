import { Guild, GuildManager, type Knex } from '@dropwire/db';
import type { Server } from '../http/context.ts';
import { type Caller, hasAccess, isActing, isBot } from '../http/auth.ts';
import { lockCaller } from '../http/identify.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import { writeAudit } from '../http/audit.ts';
import { dropManagersWithoutAccess, forgetManager, giversOf, resumeGuilds } from './pausing.ts';
import type { GuildUse, MemberGuild } from '../http/guilds.ts';

/** Rows younger than this are not written again, so repeated calls by one person cost no write. */
const FRESH_MS = 6 * 3_600_000;

type Stores = Pick<Server, 'auth' | 'db' | 'responses' | 'settings'>;

/**
 * Stores which guilds a person manages, from Discord's latest list. Guilds that do not use Dropwire are ignored, and so
 * are new ones of a person whose access has expired. Paused guilds in the list are resumed, because a person with current
 * access manages them; those that are no longer in it are paused without another manager.
 */
export async function noteManaged(
	{ auth, db, responses, settings }: Stores,
	caller: Caller,
	managed: readonly Pick<MemberGuild, 'id'>[],
): Promise<void> {
	const { discordId } = caller;
	const ids = managed.map(({ id }) => id);
	const guilds = await Guild.query(db.knex).whereIn('guildId', ids).select('guildId', 'pausedAt');
	const rows = await GuildManager.query(db.knex).where({ discordId });
	const lost = rows.filter(({ guildId }) => !ids.includes(guildId)).map(({ guildId }) => guildId);
	const freshly = new Set(rows.filter(isFresh).map(({ guildId }) => guildId));
	const usable = hasAccess(caller) ? guilds : [];
	const stale = usable.filter(({ guildId }) => !freshly.has(guildId)).map(({ guildId }) => guildId);
	const paused = usable.filter(({ pausedAt }) => pausedAt !== null).map(({ guildId }) => guildId);
	if (lost.length + stale.length + paused.length === 0) return;
	await db.transaction(async (trx) => {
		// They can have lost their access while Discord answered.
		const access = await auth.lockAccess(trx, discordId);
		const who = { caller, requestId: null };
		if (lost.length > 0) await writeAudit(trx, who, await forgetManager(trx, discordId, lost, giversOf(settings)));
		await linkedRolesChanged(trx, [discordId]);
		if (!hasAccess({ access })) return;
		for (const guildId of stale) await keep(trx, { guildId, discordId });
		await resumeGuilds(trx, who, paused);
	});
	if (lost.length + paused.length > 0) responses.forget();
}

/**
 * Records that a person on the access list manages a guild, and resumes the guild if it is paused and their access has
 * not expired. An operator who resumes a guild that they do not manage at Discord takes it over: it stays resumed
 * although its managers have lost their access. Calls that the bot makes without a person do not count.
 * @param trx the transaction of the call; without it, a transaction is opened when there is something to write
 * @throws CallError 403 when the person has lost their access during the call
 */
export async function noteUse(server: Stores, use: GuildUse, trx?: Knex.Transaction): Promise<void> {
	const { db, responses } = server;
	const { entry, caller, managed, guildId } = use;
	if (!caller || (isBot(caller) && !isActing(caller))) return;
	const { discordId } = caller;
	const guild = await Guild.query(trx ?? db.knex).findById(guildId);
	if (!guild) return;
	const manages = isActing(caller) || managed.some(({ id }) => id === guildId);
	const row = manages ? await GuildManager.query(trx ?? db.knex).findById([guildId, discordId]) : undefined;
	const stale = manages && !(row && isFresh(row));
	const paused = guild.pausedAt !== null;
	if (!hasAccess(caller) || !(stale || paused)) return;
	const write = async (own: Knex.Transaction) => {
		const current = await lockCaller(own, { entry, caller, server });
		if (!hasAccess(current)) return;
		if (stale) await keep(own, { guildId, discordId });
		if (!paused) return;
		await resumeGuilds(own, use, [guildId]);
		if (!manages) await dropManagersWithoutAccess(own, guildId, giversOf(server.settings));
	};
	await (trx ? write(trx) : db.transaction(write));
	if (paused) responses.forget();
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
