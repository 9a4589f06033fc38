import { Account, type Database } from '@dropwire/db';
import grantModule from 'grant';
import type Koa from 'koa';
import koaSession from 'koa-session';
import type { Logger } from 'pino';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import type { ServerSettings } from '../settings.ts';
import { addressOf } from '../http/origin.ts';
import type { Limiter } from '../http/limiter.ts';
import type { Routes } from '../http/routes.ts';
import { cookieKeys } from './cookieKeys.ts';
import { ownPath } from './ownPath.ts';
import type { SessionData, SessionStore } from './sessionStore.ts';

// grant's types say `default` where the module is the function.
const grant = grantModule as unknown as typeof grantModule.default;

/** As long as Discord's access token lives: a session that could no longer read its guilds is of no use. */
const LIFETIME_MS = 7 * 86_400_000;
/** The session's cookie. */
const COOKIE = 'dropwire';
const DONE = '/auth/done';
const BEGIN = '/connect/discord';
/** In grant's words: the answer belongs to another way to Discord than the session's last one. */
const OTHER_WAY = 'Grant: OAuth2 state mismatch';

/** What grant leaves in the session when Discord has sent the browser back. */
interface GrantResponse {
	error?: unknown;
	access_token?: string;
	profile?: {
		id?: string;
		username?: string;
		global_name?: string | null;
		discriminator?: string;
		avatar?: string | null;
	};
}

interface GrantedSession extends SessionData {
	grant?: { response?: GrantResponse } | undefined;
	/** Began anew once already. */
	anew?: boolean;
	regenerate(): Promise<void>;
}

/** The paths on which a session begins, changes or ends; anywhere else it is only looked up. */
const CHANGES = new Set([
	DONE,
	...Object.values<Endpoint>(contract).flatMap(({ path, knowsCaller }) => (knowsCaller ? [path] : [])),
]);
const onTheWay = (path: string) => CHANGES.has(path) || path.startsWith('/connect/');

/** Who is signed in in the browser that asks. */
export async function sessionOf(ctx: Koa.Context, sessions: SessionStore): Promise<Readonly<SessionData> | null> {
	const header = ctx.get('cookie');
	if (!header) return null;
	const id = sessions.named.get(header) ?? ctx.cookies.get(COOKIE, { signed: true });
	if (!id) return null;
	sessions.named.set(header, id);
	return sessions.look(id);
}

export interface SignInOptions {
	db: Database;
	settings: ServerSettings;
	log: Logger;
	sessions: SessionStore;
	limiter: Limiter;
}

/** Sessions, and the way through Discord's consent page and back, below /connect. */
export function signIn(app: Koa, routes: Routes, { db, settings, log, sessions, limiter }: SignInOptions): void {
	// Koa takes whatever signs like keygrip; its types name the class.
	app.keys = cookieKeys(db.vault.cookieKey) as unknown as string[];
	const use = (middleware: Koa.Middleware) =>
		app.use((ctx, next) => (onTheWay(ctx.path) ? middleware(ctx, next) : next()));
	// Who goes this way leaves a session behind and makes us ask Discord: counted before either. Each step by itself, so
	// that as many may sign in as /auth lets begin.
	app.use(async (ctx, next) => {
		if (ctx.path === DONE || ctx.path.startsWith('/connect/')) {
			const step = ctx.path === DONE || ctx.path === BEGIN ? ctx.path : 'other';
			await limiter.take('signin', { user: null, address: `${step} ${addressOf(ctx, settings.TRUST_PROXY > 0)}` });
		}
		return next();
	});
	use(
		koaSession(
			{
				key: COOKIE,
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
	const discord = settings.DISCORD_URL;
	use(
		grant.koa({
			defaults: { origin: settings.PUBLIC_URL, prefix: '/connect', transport: 'session', state: true },
			discord: {
				key: settings.DISCORD_CLIENT_ID ?? '',
				secret: settings.DISCORD_CLIENT_SECRET ?? '',
				authorize_url: `${discord}/oauth2/authorize`,
				access_url: `${discord}/api/v10/oauth2/token`,
				profile_url: `${discord}/api/v10/users/@me`,
				oauth: 2,
				scope: ['identify', 'guilds'],
				scope_delimiter: ' ',
				pkce: true,
				callback: DONE,
				response: ['tokens', 'profile'],
			},
		}),
	);

	routes.add('GET', DONE, async (ctx) => {
		const session = (ctx as unknown as { session: GrantedSession }).session;
		const response = session.grant?.response;
		const next = ownPath(session.next);
		session.grant = undefined;
		const { profile } = response ?? {};
		// On a wrong state grant still asks for a profile: only an answer without an error and with a token counts.
		if (!response || response.error || !response.access_token || !profile?.id) {
			// Two tabs ask for sign-in at once, as when a browser opens them again: each comes back, and only the last one's
			// state is known. Either the other one has signed in meanwhile, or this one goes the way once more.
			if (session.discordId) return ctx.redirect(next);
			if (response?.error === OTHER_WAY && !session.anew) {
				session.anew = true;
				return ctx.redirect(BEGIN);
			}
			delete session.next;
			delete session.anew;
			log.warn({ requestId: ctx.state['requestId'], error: response?.error }, 'signing in failed');
			return ctx.redirect('/?signin=failed');
		}
		await rememberAccount(db, profile.id, profile);
		// A session id that was there before the sign-in may be known to somebody else.
		await session.regenerate();
		const fresh = (ctx as unknown as { session: SessionData }).session;
		fresh.discordId = profile.id;
		fresh.accessToken = response.access_token;
		ctx.redirect(next);
	});
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
		signedInAt: Date.now(),
	};
	await Account.query(db.knex).insert(account).onConflict('discordId').merge();
}
