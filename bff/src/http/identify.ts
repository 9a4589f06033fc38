import { ACTING_USER, type Endpoint } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import type { Context } from 'koa';
import { type CallerGuilds, managedBy, type MemberGuild } from './guilds.ts';
import { sessionIdOf } from './sessionCookie.ts';
import { type Caller, isBot, mustBeAllowed, mustBeBotAlone, mustBeSignedIn } from './auth.ts';
import type { Server } from './context.ts';
import { CallError, forbidden, invalidInput } from './errors.ts';
import { bearerOf } from './request.ts';

/**
 * Identifies the caller: a browser by its session, a program by its token, and the bot as the person whose command it
 * carries out.
 * @throws CallError 400 for a malformed X-Acting-User, 403 for a bot token whose owner is no longer an operator or which
 *   has other scopes
 */
export async function identify(ctx: Context, { auth }: Pick<Server, 'auth'>): Promise<Caller | null> {
	const bearer = bearerOf(ctx);
	const caller = bearer ? await auth.ofToken(bearer) : await auth.ofSession(sessionIdOf(ctx));
	const acting = ctx.get(ACTING_USER);
	if (!acting) return caller;
	mustBeBotAlone(caller);
	if (!isBot(caller)) return caller;
	if (!/^\d{17,20}$/.test(acting)) throw invalidInput({ [ACTING_USER]: 'must be a Discord id of 17 to 20 digits' });
	if (!caller?.access?.admin) throw ownerLeft();
	return auth.ofActing(caller, acting);
}

/**
 * Adds what the servers that the caller manages have bought, if that can matter.
 * @param guildId the server of the bot's command
 */
export async function withPaidServers<C extends Caller | null>(
	caller: C,
	{ server, guilds, guildId = null }: { server: Pick<Server, 'auth'>; guilds: CallerGuilds; guildId?: string | null },
): Promise<C> {
	// An operator has all rights. The list on the bot's own calls is an operator's, too.
	if (!caller?.own.serversPay || caller.own.listed?.admin) return caller;
	const paid = await guilds.paid(caller, guildId);
	return paid.length === 0 ? caller : ((await server.auth.withServers(caller, paid)) as C);
}

function ownerLeft(): CallError {
	return forbidden('This token was created by someone who is no longer an operator.');
}

/**
 * Reads what the caller has again, in a transaction that keeps it true: people lose their access while their calls wait,
 * for Discord above all, and a removal that comes later waits for the transaction.
 * @returns the caller with their current access
 * @throws CallError 403 when the caller may not make this call any more
 */
export async function lockCaller<C extends Caller | null>(
	trx: Knex,
	{ entry, caller, server }: { entry: Endpoint; caller: C; server: Pick<Server, 'auth' | 'settings'> },
): Promise<C> {
	const { role } = entry.auth;
	if (!caller || role === 'anyone' || role === 'member') return caller;
	const { botOwner } = caller;
	if (botOwner !== null && !(await server.auth.lockAccess(trx, botOwner))?.admin) throw ownerLeft();
	const current = { ...caller, access: await server.auth.lockAccess(trx, caller.discordId, caller.paidServers) };
	mustBeAllowed(entry, current, server.settings);
	return current;
}

/**
 * Reads the caller and their guilds again.
 * @returns null once the caller has lost the right to make this call
 * @throws CallError when the rights cannot be read
 */
export async function identifyAgain(
	ctx: Context,
	entry: Endpoint,
	{ server, guilds }: { server: Server; guilds: CallerGuilds },
): Promise<{ caller: Caller; managed: readonly MemberGuild[] } | null> {
	try {
		const caller = await withPaidServers(await identify(ctx, server), { server, guilds });
		mustBeSignedIn(caller);
		mustBeAllowed(entry, caller, server.settings);
		return { caller, managed: await managedBy(guilds, caller) };
	} catch (error) {
		if (error instanceof CallError && (error.code === 'unauthenticated' || error.code === 'forbidden')) return null;
		throw error;
	}
}
