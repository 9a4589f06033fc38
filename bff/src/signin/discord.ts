import { Account, AuditRow, type Database } from '@dropwire/db';
import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { boundedAgent } from '@dropwire/retailers';
import grantModule, { type GrantOptions } from 'grant';
import type Koa from 'koa';
import koaSession from 'koa-session';
import type Router from '@koa/router';
import { type CallName, contract, type Endpoint } from '@dropwire/contract';
import type { Server } from '../http/context.ts';
import { addressOf } from '../http/origin.ts';
import type { RequestState } from '../http/request.ts';
import type { RoleTokens } from '../linkedRoles/connections.ts';
import { TokenAnswer, tokensOf } from '../linkedRoles/roleApi.ts';
import { SESSION_COOKIE, sessionIdOf } from '../http/sessionCookie.ts';
import type { SessionData } from '../http/sessionStore.ts';
import { browserName } from '../sessions/browserName.ts';
import { cookieKeys } from './cookieKeys.ts';
import { ownPath } from '../http/ownPath.ts';
import { type CreateGrantStep, readProfileByToken } from './readProfile.ts';

// grant's types declare `default`, but the module itself is the function. They lack `extend`, the steps after the token.
const grant = grantModule as unknown as {
	koa(options: GrantOptions & { extend: readonly CreateGrantStep[] }): Koa.Middleware;
};

/**
 * Session lifetime, equal to that of Discord's access token: without that token, a session could not read its guilds.
 */
const LIFETIME_MS = 7 * 86_400_000;
/** A token and a profile take a few hundred bytes each. */
const DISCORD_ANSWERS = { max: 256 * 1024, timeoutMs: 10_000, userAgent: DISCORD_USER_AGENT };
const SCOPES = ['identify', 'guilds'];
const ROLES_SCOPE = 'role_connections.write';
const DONE = '/auth/done';
const BEGIN = '/connect/discord';
const CALLBACK = `${BEGIN}/callback`;
/** The consent that also asks for linked roles. It returns to the same callback, so that Discord knows one address. */
const ROLES = 'roles';
/** The landing page, with the reason why nobody is signed in. */
const FAILED = '/?signin=failed';
const AGAIN = '/?signin=again';
const CANCELED = '/?signin=canceled';
/** OAuth's code of a person who chose Cancel (RFC 6749, section 4.1.2.1). */
const ACCESS_DENIED = 'access_denied';
const NOT_PENDING = 'The sign-in was finished before, or began in another browser';
/** Grant's message when the response belongs to a sign-in other than the latest one of the session. */
const OTHER_SIGN_IN = 'Grant: OAuth2 state mismatch';

/** The data that grant stores in the session after Discord's redirect. */
interface GrantResponse {
	error?: unknown;
	access_token?: string;
	/** Discord's answer to the code, with the consent for linked roles only. */
	raw?: unknown;
	profile?: {
		id?: string;
		username?: string;
		global_name?: string | null;
		discriminator?: string;
		avatar?: string | null;
		locale?: string;
	};
}

interface GrantedSession extends SessionData {
	/** The sign-in. `response` is the consent page's address until Discord's redirect, and then Discord's response. */
	grant?: { state?: string; override?: string; response?: GrantResponse | string };
	/** Whether the sign-in was already restarted once. */
	restarted?: boolean;
	regenerate(): Promise<void>;
}

/** The paths that create, change or end a session; all other paths only read it. */
const CHANGES = new Set([
	DONE,
	...Object.values<Endpoint>(contract).flatMap(({ path, auth }) => (auth.identify ? [path] : [])),
]);
/** Paths that grant handles. For any other provider's name, grant would respond with its error page. */
const GRANT_PATHS = new Set([BEGIN, `${BEGIN}/${ROLES}`, CALLBACK]);
const usesSession = ({ path, method }: Koa.Context) => CHANGES.has(path) || (GRANT_PATHS.has(path) && method === 'GET');

/** The audit log's name for a sign-in: the call that starts it. */
const SIGN_IN: CallName = 'signIn';

/**
 * Sessions, and sign-in through Discord's consent page, below /connect.
 * @param connectRoles stores the connection when the consent was also for linked roles
 */
export function signIn(
	app: Koa,
	router: Router,
	{ db, settings, log, sessions, limiter, denials }: Server,
	connectRoles: (connection: { discordId: string; tokens: RoleTokens; requestId: string }) => Promise<void>,
): void {
	app.keys = cookieKeys(db.vault.cookieKeys);
	const use = (middleware: Koa.Middleware) =>
		app.use((ctx, next) => (usesSession(ctx) ? middleware(ctx, next) : next()));
	// Each step creates a session and calls Discord, so rate limits apply first. Each step has a separate limit, so
	// that everyone who can start at /auth can also finish.
	app.use(async (ctx, next) => {
		if (ctx.path === DONE || GRANT_PATHS.has(ctx.path)) {
			await limiter.take('signin', { user: null, address: `${ctx.path} ${addressOf(ctx, settings.TRUST_PROXY > 0)}` });
		}
		return next();
	});
	const finishing = new Map<string, Promise<unknown>>();
	app.use(async (ctx, next) => {
		const id = ctx.path === CALLBACK || ctx.path === DONE ? sessionIdOf(ctx) : null;
		return id === null ? next() : inTurn(finishing, id, next);
	});
	use(
		koaSession(
			{
				key: SESSION_COOKIE,
				maxAge: LIFETIME_MS,
				httpOnly: true,
				sameSite: 'lax',
				secure: settings.PUBLIC_URL.startsWith('https:'),
				signed: true,
				store: sessions,
			},
			app,
		),
	);
	/** Answers a browser that comes back from Discord with no sign-in of its own to finish. */
	const notPending = async (ctx: Koa.Context, session: GrantedSession) => {
		if (session.discordId) return ctx.redirect(ownPath(session.next));
		await fail(ctx, NOT_PENDING);
		return ctx.redirect(AGAIN);
	};
	const fail = async (ctx: Koa.Context, reason: string) => {
		const { requestId } = ctx.state as RequestState;
		const who = addressOf(ctx, settings.TRUST_PROXY > 0);
		await denials.note({ who, actor: null, via: 'session', action: SIGN_IN, reason, requestId });
	};
	use((ctx, next) => {
		if (ctx.path !== CALLBACK) return next();
		const session = sessionOf(ctx);
		if (!session.grant?.state) return notPending(ctx, session);
		// Discord rejects a code that is used twice, and can end the access that it has given for it.
		return typeof session.grant.response === 'object' ? ctx.redirect(DONE) : next();
	});
	const discord = settings.DISCORD_URL;
	use(
		grant.koa({
			extend: [readProfileByToken],
			request: { agent: boundedAgent(discord, DISCORD_ANSWERS) },
			config: {
				defaults: { origin: settings.PUBLIC_URL, prefix: '/connect', transport: 'session', state: true },
				discord: {
					key: settings.DISCORD_CLIENT_ID ?? '',
					secret: settings.DISCORD_CLIENT_SECRET ?? '',
					authorize_url: `${discord}/oauth2/authorize`,
					access_url: `${discord}/api/v10/oauth2/token`,
					profile_url: `${discord}/api/v10/users/@me`,
					oauth: 2,
					scope: SCOPES,
					scope_delimiter: ' ',
					pkce: true,
					callback: DONE,
					response: ['tokens', 'profile'],
					overrides: {
						[ROLES]: { scope: [...SCOPES, ROLES_SCOPE], response: ['tokens', 'raw', 'profile'] },
					},
				},
			},
		}),
	);

	router.get(DONE, async (ctx) => {
		const { requestId } = ctx.state as RequestState;
		const session = sessionOf(ctx);
		const response = session.grant?.response;
		if (typeof response !== 'object') return notPending(ctx, session);
		const next = ownPath(session.next);
		const forRoles = session.grant?.override === ROLES;
		delete session.grant;
		const { profile } = response;
		// A response is valid only without an error and with a token.
		if (response.error || !response.access_token || !profile?.id) {
			// Two tabs started a sign-in, for example when a browser restored them, and only the latest state is
			// stored. Either the other tab has signed in, or this tab starts again.
			if (session.discordId) return ctx.redirect(forRoles ? withOutcome(next, response.error) : next);
			if (response.error === OTHER_SIGN_IN && !session.restarted) {
				session.restarted = true;
				return ctx.redirect(forRoles ? `${BEGIN}/${ROLES}` : BEGIN);
			}
			delete session.next;
			delete session.restarted;
			const reason = reasonOf(response.error);
			await fail(ctx, reason);
			if (reason === ACCESS_DENIED) return ctx.redirect(CANCELED);
			log.warn({ requestId, error: response.error }, 'signing in failed');
			return ctx.redirect(FAILED);
		}
		await rememberAccount(db, profile.id, profile);
		// An attacker may know the session id that existed before the sign-in.
		await session.regenerate();
		const fresh = sessionOf(ctx);
		fresh.discordId = profile.id;
		fresh.accessToken = response.access_token;
		await AuditRow.query(db.knex).insert({
			at: Date.now(),
			actor: profile.id,
			via: 'session',
			action: SIGN_IN,
			target: `user ${profile.id}`,
			after: JSON.stringify({ browser: browserName(ctx.get('user-agent')) }),
			requestId,
		});
		if (!forRoles) return ctx.redirect(next);
		const tokens = TokenAnswer.safeParse(response.raw);
		if (!tokens.data?.scope.split(' ').includes(ROLES_SCOPE)) return ctx.redirect(withOutcome(next, null));
		await connectRoles({ discordId: profile.id, tokens: tokensOf(tokens.data), requestId });
		return ctx.redirect(next);
	});
}

/** The page to return to, with the reason why linked roles were not connected. */
function withOutcome(next: string, error: unknown): string {
	const url = new URL(next, 'http://own.invalid');
	url.searchParams.set('roles', error !== null && reasonOf(error) === ACCESS_DENIED ? 'canceled' : 'failed');
	return `${url.pathname}${url.search}${url.hash}`;
}

function sessionOf(ctx: Koa.Context): GrantedSession {
	return (ctx as unknown as { session: GrantedSession }).session;
}

/** Runs `work` after the earlier work of the same key: a browser can send the same redirect twice at once. */
async function inTurn<T>(running: Map<string, Promise<unknown>>, key: string, work: () => Promise<T>): Promise<T> {
	const own = (running.get(key) ?? Promise.resolve()).then(work);
	// The caller gets the failure of its own work; the next one waits for its end only.
	const settled = own.catch(() => {});
	running.set(key, settled);
	try {
		return await own;
	} finally {
		if (running.get(key) === settled) running.delete(key);
	}
}

/** The reason for the failed sign-in: OAuth's error code, if any. */
function reasonOf(error: unknown): string {
	if (typeof error === 'string') return error;
	const { error: code } = (error ?? {}) as { error?: unknown };
	return typeof code === 'string' ? code : 'Discord returned no account';
}

async function rememberAccount(
	db: Database,
	discordId: string,
	profile: NonNullable<GrantResponse['profile']>,
): Promise<void> {
	const account = {
		discordId,
		username: (profile.global_name ?? profile.username ?? discordId).slice(0, 100),
		discriminator: profile.discriminator ?? '0',
		avatar: profile.avatar ?? null,
		locale: profile.locale?.slice(0, 16) ?? null,
		signedInAt: Date.now(),
	};
	await Account.query(db.knex).insert(account).onConflict('discordId').merge();
}
