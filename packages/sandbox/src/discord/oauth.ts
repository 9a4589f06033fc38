import { createHash, randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import { SANDBOX_APP, SANDBOX_USERS, type SandboxUserName } from '../seeds.ts';
import { consentPage } from './choicePage.ts';
import { failing } from './bot/failing.ts';
import type { DiscordState } from './state.ts';

interface Grant {
	user: SandboxUserName;
	redirectUri: string;
	challenge: string | null;
	scope: string;
}

export interface KeptSessions {
	tokens: [string, SandboxUserName][];
	refresh: [string, SandboxUserName][];
	/** Missing in older files. */
	scopes?: [string, string][];
}

const WEEK_S = 604_800;
const SCOPES = 'identify guilds';
/** The path of the redirect URIs that the application has registered, on any host. */
const REDIRECT_PATH = '/connect/discord/callback';

/** Users by access token. */
export class Sessions {
	readonly #codes = new Map<string, Grant>();
	readonly #tokens = new Map<string, SandboxUserName>();
	readonly #refresh = new Map<string, SandboxUserName>();
	/** The scopes of access and refresh tokens that have others than a sign-in asks for. */
	readonly #scopes = new Map<string, string>();

	/** Tokens that stay valid after a restart, like Discord's own. */
	get kept(): KeptSessions {
		return { tokens: [...this.#tokens], refresh: [...this.#refresh], scopes: [...this.#scopes] };
	}

	restore({ tokens, refresh, scopes = [] }: KeptSessions): void {
		for (const [token, user] of tokens) this.#tokens.set(token, user);
		for (const [token, user] of refresh) this.#refresh.set(token, user);
		for (const [token, scope] of scopes) this.#scopes.set(token, scope);
	}

	/** @param scope what the call requires; the user is null for a token without it */
	userOf(authorization: string | undefined, scope: string): SandboxUserName | null {
		const token = authorization?.replace(/^Bearer /, '') ?? '';
		const allowed = (this.#scopes.get(token) ?? SCOPES).split(' ').includes(scope);
		return allowed ? (this.#tokens.get(token) ?? null) : null;
	}

	/** Ends every access token, as a week does; refresh tokens stay. */
	expire(): void {
		this.#tokens.clear();
	}

	issueCode(grant: Grant): string {
		const code = randomBytes(15).toString('hex');
		this.#codes.set(code, grant);
		return code;
	}

	redeem(code: string, redirectUri: string, verifier: string | undefined): Pick<Grant, 'user' | 'scope'> | null {
		const grant = this.#codes.get(code);
		this.#codes.delete(code);
		if (!grant || grant.redirectUri !== redirectUri) return null;
		const challenge = createHash('sha256')
			.update(verifier ?? '')
			.digest('base64url');
		return grant.challenge === null || grant.challenge === challenge ? grant : null;
	}

	renew(refreshToken: string): Pick<Grant, 'user' | 'scope'> | null {
		const user = this.#refresh.get(refreshToken);
		const scope = this.#scopes.get(refreshToken) ?? SCOPES;
		this.#refresh.delete(refreshToken);
		return user === undefined ? null : { user, scope };
	}

	/** Ends the authorization that a token belongs to: every token of its user. @returns the user, if there was such a token */
	revoke(token: string): SandboxUserName | null {
		const user = this.#tokens.get(token) ?? this.#refresh.get(token);
		if (user !== undefined) this.deauthorize(user);
		return user ?? null;
	}

	/** Ends every token of a person, as removing the app in Discord's settings does. */
	deauthorize(user: SandboxUserName): void {
		for (const tokens of [this.#tokens, this.#refresh]) {
			for (const [token, owner] of tokens) if (owner === user) tokens.delete(token);
		}
	}

	issueTokens({ user, scope }: Pick<Grant, 'user' | 'scope'>) {
		const access_token = randomBytes(15).toString('hex');
		const refresh_token = randomBytes(15).toString('hex');
		this.#tokens.set(access_token, user);
		this.#refresh.set(refresh_token, user);
		if (scope !== SCOPES) for (const token of [access_token, refresh_token]) this.#scopes.set(token, scope);
		return { token_type: 'Bearer', access_token, expires_in: WEEK_S, refresh_token, scope };
	}
}

/**
 * Discord's consent page and token calls (its documentation, "OAuth2"). `?as=ada` in the page's URL gives consent
 * immediately, `&grant=identify` for these scopes only.
 */
export function oauthRoutes(router: Router, state: DiscordState, sessions: Sessions): void {
	router.get('/oauth2/authorize', (ctx) => {
		const query = ctx.query as Record<string, string | undefined>;
		const { client_id, redirect_uri, response_type, code_challenge, as, cancel } = query;
		const scope = query['grant'] ?? query['scope'] ?? SCOPES;
		if (
			client_id !== SANDBOX_APP.clientId ||
			response_type !== 'code' ||
			!redirect_uri ||
			!URL.canParse(redirect_uri) ||
			new URL(redirect_uri).pathname !== REDIRECT_PATH
		) {
			ctx.status = 400;
			ctx.body = 'Invalid OAuth2 request: client_id, response_type and redirect_uri must be those of the application.';
			return;
		}
		const back = new URL(redirect_uri);
		if (query['state']) back.searchParams.set('state', query['state']);
		if (cancel !== undefined) {
			back.searchParams.set('error', 'access_denied');
			back.searchParams.set('error_description', 'The resource owner or authorization server denied the request');
			ctx.redirect(back.href);
		} else if (as && as in SANDBOX_USERS) {
			const grant = {
				user: as as SandboxUserName,
				redirectUri: redirect_uri,
				challenge: code_challenge ?? null,
				scope,
			};
			back.searchParams.set('code', sessions.issueCode(grant));
			ctx.redirect(back.href);
		} else {
			ctx.type = 'html';
			ctx.body = consentPage(ctx.querystring);
		}
	});

	for (const path of ['/api/oauth2/token', '/api/v10/oauth2/token']) {
		router.post(path, async (ctx) => {
			if (await failing(ctx, state, 'oauth')) return;
			const body = ctx.request.body as Record<string, string | undefined>;
			const [id, secret] = credentials(ctx.get('authorization'), body);
			if (id !== SANDBOX_APP.clientId || secret !== SANDBOX_APP.clientSecret) {
				ctx.status = 401;
				ctx.body = { error: 'invalid_client' };
				return;
			}
			const granted =
				body['grant_type'] === 'refresh_token'
					? sessions.renew(body['refresh_token'] ?? '')
					: sessions.redeem(body['code'] ?? '', body['redirect_uri'] ?? '', body['code_verifier']);
			if (granted === null) {
				ctx.status = 400;
				ctx.body = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' };
				return;
			}
			ctx.body = sessions.issueTokens(granted);
		});
		router.post(`${path}/revoke`, (ctx) => {
			const user = sessions.revoke((ctx.request.body as { token?: string }).token ?? '');
			if (user) state.roleConnections.delete(SANDBOX_USERS[user].id);
			ctx.body = {};
		});
	}
}

function credentials(
	authorization: string,
	body: Record<string, string | undefined>,
): [string | undefined, string | undefined] {
	if (!authorization.startsWith('Basic ')) return [body['client_id'], body['client_secret']];
	const [id, secret] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
	return [id, secret];
}
