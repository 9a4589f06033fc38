import { createHash } from 'node:crypto';
import { Account, type Knex, User } from '@dropwire/db';
import type { GivenRole, TokenScope } from '@dropwire/db/topics';
import type { Endpoint } from '../../contract/endpoint.ts';
import { CallError, forbidden } from './errors.ts';

/** Who calls: a browser with its session, or a program with its token. */
export interface Caller {
	discordId: string;
	via: 'session' | 'token';
	account: Account | null;
	/** Null: signed in, and not on the access list. */
	access: { admin: boolean; roles: readonly GivenRole[] } | null;
	/** Of a token; a browser may do all that its user may. */
	scopes: readonly string[] | null;
	/** Discord's, for what only Discord knows of the user. */
	discordToken: string | null;
}

/** Looks a signed-in account up. `admins` are those of the settings. */
export async function findCaller(
	knex: Knex,
	admins: readonly string[],
	found: Pick<Caller, 'discordId' | 'via' | 'scopes' | 'discordToken'>,
): Promise<Caller> {
	const { discordId } = found;
	const [account, user] = await Promise.all([
		Account.query(knex).findById(discordId),
		User.query(knex).findById(discordId).withGraphFetched('roles'),
	]);
	const admin = admins.includes(discordId) || user?.admin === true;
	const access = user || admin ? { admin, roles: user?.roles?.map(({ role }) => role) ?? [] } : null;
	return { ...found, account: account ?? null, access };
}

/** API tokens are random: a plain hash of them cannot be guessed back. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}

/** Whether it is the Discord bot, acting for the people who give it commands. */
export function isBot(caller: Caller | null): boolean {
	return caller?.scopes?.includes('bot') === true;
}

/** @throws CallError 401 */
export function mustBeSignedIn(caller: Caller | null): asserts caller is Caller {
	if (!caller) throw new CallError('unauthenticated', 'Please sign in.');
}

/** @throws CallError 401 or 403 unless the caller is what the entry asks for */
export function mustBe(
	{ who, method, guild, bot, whole, tokenOnly, sessionOnly }: Endpoint,
	caller: Caller | null,
): void {
	if (who === 'anyone') return;
	mustBeSignedIn(caller);
	if (tokenOnly && caller.via !== 'token') throw forbidden('This call is for programs: send an API token.');
	if (sessionOnly && caller.via === 'token') throw forbidden('A token may not do this; sign in with a browser.');
	const scope: TokenScope = method === 'GET' && !whole ? 'read' : 'write';
	// The bot acts for a guild's admins, whose right Discord itself has checked.
	const botMay = (guild === true || bot === true) && isBot(caller);
	if (caller.scopes && !caller.scopes.includes(scope) && !botMay) {
		throw forbidden(`This token lacks the scope "${scope}".`);
	}
	if (who === 'member') return;
	if (!caller.access) throw forbidden('Your account is not on the access list. Ask an operator to add you.');
	const { admin, roles } = caller.access;
	if (who === 'admin' && !admin) throw forbidden('Only operators may do this.');
	if (who === 'premium' && !admin && !roles.includes('premium')) throw forbidden('This is for premium clients.');
}
