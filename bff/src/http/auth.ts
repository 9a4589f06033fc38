import { createHash } from 'node:crypto';
import type { Account } from '@dropwire/db';
import type { Access, ListedAccess, PaidGrant, TokenScope } from '@dropwire/domain';
import type { Endpoint } from '@dropwire/contract';
import type { ServerSettings } from '../settings.ts';
import { CallError, forbidden } from './errors.ts';

/** A person's own grants, without those of the servers that they manage. */
export interface OwnGrants {
	/** Their manual grant; null for a person who is not on the access list. */
	listed: ListedAccess | null;
	paid: readonly PaidGrant[];
	/** Whether any server has or had a grant, which counts for the people who manage it. */
	serversPay: boolean;
}

/** The caller: a browser with its session, or a program with its token. */
export interface Caller {
	discordId: string;
	via: 'session' | 'token';
	/** Null until the first sign-in. */
	account: Pick<Account, 'username' | 'discriminator' | 'avatar'> | null;
	/** Null for a member without a grant: not on the access list, and without a paid one. */
	access: Access | null;
	/** What `access` was made of. */
	own: OwnGrants;
	/** The servers that they manage and that have or had a grant. */
	paidServers: readonly string[];
	/** The scopes of a token; null for a browser, which has all rights of its user. */
	scopes: readonly string[] | null;
	/** The person's access token at Discord; null for a program. */
	discordToken: string | null;
	/**
	 * The operator who made the token with which the bot carries out this person's command. The bot vouches for the
	 * person's right in the command's guild, and nothing else. Null for everyone who calls for themselves.
	 */
	botOwner: string | null;
}

const BOT_SCOPE = 'bot' satisfies TokenScope;

/** API tokens are random, so a plain hash of one cannot be reversed by guessing. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}

/** Whether the caller is the Discord bot: its token has the scope `bot` and no other. */
export function isBot(caller: Caller | null): boolean {
	return caller?.scopes?.join() === BOT_SCOPE;
}

/** Whether the bot carries out this person's command. */
export function isActing(caller: Caller | null): boolean {
	return caller !== null && caller.botOwner !== null;
}

/**
 * @throws CallError 403 for a token that has the scope `bot` among others: with them, one operator's token would make
 *   operators' calls in the name of another
 */
export function mustBeBotAlone(caller: Caller | null): void {
	if (isBot(caller) || !caller?.scopes?.includes(BOT_SCOPE)) return;
	throw forbidden(
		`This token has other scopes besides "${BOT_SCOPE}", so it cannot be the bot's. Make a new one with npm run bot-token.`,
	);
}

/** Whether the caller has access that has not expired. */
export function hasAccess({ access }: Pick<Caller, 'access'>): boolean {
	return access !== null && !isExpired(access);
}

function isExpired({ expiresAt }: Access): boolean {
	return expiresAt !== null && expiresAt <= Date.now();
}

/** @throws CallError 401 */
export function mustBeSignedIn(caller: Caller | null): asserts caller is Caller {
	if (!caller) throw new CallError('unauthenticated', 'Please sign in.');
}

/** Where people can ask for access. */
type Contact = Pick<ServerSettings, 'INVITE_URL' | 'CONTACT_EMAIL'>;

/** @throws CallError 401 or 403 unless the caller meets the entry's requirements */
export function mustBeAllowed(
	entry: Pick<Endpoint, 'auth' | 'method' | 'effects' | 'limits'>,
	caller: Caller | null,
	contact: Contact,
): void {
	const { auth, method } = entry;
	const { role, via } = auth;
	if (role === 'anyone') return;
	mustBeSignedIn(caller);
	if (via === 'token' && caller.via !== 'token') throw forbidden('This call is for programs: send an API token.');
	if (via === 'session' && caller.via === 'token') {
		throw forbidden('A token cannot make this call. Sign in with a browser.');
	}
	const scope: TokenScope = auth.scope ?? (method === 'GET' ? 'read' : 'write');
	// The rights of the person for whom the bot acts are checked below.
	const botCan = (auth.guild === true || auth.bot === true) && isBot(caller);
	if (caller.scopes && !caller.scopes.includes(scope) && !botCan) {
		throw forbidden(`This token lacks the scope "${scope}".`);
	}
	if (role === 'member') return;
	if (!caller.access) {
		throw forbidden(`Your account is not on the access list. Ask an operator to add you.${contactText(contact)}`);
	}
	const { admin, roles } = caller.access;
	if (role === 'premium' && isExpired(caller.access)) throw forbidden(expiredText(caller.access, contact));
	if (role === 'admin' && !admin) throw forbidden('This requires an operator account.');
	if (role === 'premium' && !admin && !roles.includes('premium')) {
		throw forbidden(`This is for premium clients. Ask an operator for the role premium.${contactText(contact)}`);
	}
	if (isExpired(caller.access) && isWrite(entry)) throw forbidden(expiredText(caller.access, contact));
}

/** Whether the call changes something or sends a message. Searches and previews do neither. */
function isWrite({ method, effects, limits }: Pick<Endpoint, 'method' | 'effects' | 'limits'>): boolean {
	return method !== 'GET' && (effects !== 'none' || limits?.rate === 'tests');
}

function expiredText({ plan, expiresAt }: Access, contact: Contact): string {
	const day = `${new Date(expiresAt ?? 0).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
	const what = plan === null ? 'Your access' : `Your access (${plan})`;
	return `${what} expired on ${day}: you can read everything and change nothing, and your servers get no messages. To extend it, ask an operator.${contactText(contact)}`;
}

function contactText({ INVITE_URL, CONTACT_EMAIL }: Contact): string {
	const places = [INVITE_URL, CONTACT_EMAIL].filter((place) => place !== undefined);
	return places.length > 0 ? ` Contact: ${places.join(' or ')}` : '';
}

/** Whether this caller sees masked webhook URLs: tokens without the scope `write`, including the bot's. */
export function seesMasked(caller: Caller | null): boolean {
	return caller?.scopes != null && !caller.scopes.includes('write');
}
