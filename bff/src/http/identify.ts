import { ACTING_USER, type Endpoint } from '@dropwire/contract';
import type { Context } from 'koa';
import { managedBy, type MemberGuild } from '../guilds/rights.ts';
import { sessionIdOf } from '../sessions/sessionCookie.ts';
import { type Caller, isBot, mustBeAllowed, mustBeSignedIn } from './auth.ts';
import type { Server } from './context.ts';
import { CallError, forbidden, invalidInput } from './errors.ts';
import { bearerOf } from './request.ts';

/**
 * Identifies the caller: a browser by its session, a program by its token, and the bot as the person whose command it
 * carries out.
 * @throws CallError 400 for a malformed X-Acting-User, 403 for a bot token whose owner is no longer an operator
 */
export async function identify(ctx: Context, { auth }: Pick<Server, 'auth'>): Promise<Caller | null> {
	const bearer = bearerOf(ctx);
	const caller = bearer ? await auth.ofToken(bearer) : await auth.ofSession(sessionIdOf(ctx));
	const acting = ctx.get(ACTING_USER);
	if (!acting || !isBot(caller)) return caller;
	if (!/^\d{17,20}$/.test(acting)) throw invalidInput({ [ACTING_USER]: 'must be a Discord id of 17 to 20 digits' });
	if (!caller?.access?.admin) throw forbidden('This token was created by someone who is no longer an operator.');
	return auth.ofActing(caller, acting);
}

/**
 * Reads the caller and their guilds again.
 * @returns null once the caller has lost the right to make this call
 * @throws CallError when the rights cannot be read
 */
export async function identifyAgain(
	ctx: Context,
	entry: Endpoint,
	server: Server,
): Promise<{ caller: Caller; managed: readonly MemberGuild[] } | null> {
	try {
		const caller = await identify(ctx, server);
		mustBeSignedIn(caller);
		mustBeAllowed(entry, caller, server.settings);
		return { caller, managed: await managedBy(server.guilds, caller) };
	} catch (error) {
		if (error instanceof CallError && (error.code === 'unauthenticated' || error.code === 'forbidden')) return null;
		throw error;
	}
}
