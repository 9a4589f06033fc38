import { createHash, randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import { SANDBOX_APP, SANDBOX_USERS, type SandboxUserName } from '../seeds.ts';
import { consentPage } from '../page/consentPage.ts';

interface Grant {
	user: SandboxUserName;
	redirectUri: string;
	challenge: string | null;
}

export interface KeptSessions {
	tokens: [string, SandboxUserName][];
	refresh: [string, SandboxUserName][];
}

const WEEK_S = 604_800;

/** Users by access token. */
export class Sessions {
	readonly #codes = new Map<string, Grant>();
	readonly #tokens = new Map<string, SandboxUserName>();
	readonly #refresh = new Map<string, SandboxUserName>();

	/** Tokens that stay valid after a restart, like Discord's own. */
	get kept(): KeptSessions {
		return { tokens: [...this.#tokens], refresh: [...this.#refresh] };
	}

	restore({ tokens, refresh }: KeptSessions): void {
		for (const [token, user] of tokens) this.#tokens.set(token, user);
		for (const [token, user] of refresh) this.#refresh.set(token, user);
	}

	userOf(authorization: string | undefined): SandboxUserName | null {
		return this.#tokens.get(authorization?.replace(/^Bearer /, '') ?? '') ?? null;
	}

	issueCode(grant: Grant): string {
		const code = randomBytes(15).toString('hex');
		this.#codes.set(code, grant);
		return code;
	}

	redeem(code: string, redirectUri: string, verifier: string | undefined): SandboxUserName | null {
		const grant = this.#codes.get(code);
		this.#codes.delete(code);
		if (!grant || grant.redirectUri !== redirectUri) return null;
		const challenge = createHash('sha256')
			.update(verifier ?? '')
			.digest('base64url');
		return grant.challenge === null || grant.challenge === challenge ? grant.user : null;
	}

	renew(refreshToken: string): SandboxUserName | null {
		const user = this.#refresh.get(refreshToken) ?? null;
		this.#refresh.delete(refreshToken);
		return user;
	}

	revoke(token: string): void {
		this.#tokens.delete(token);
		this.#refresh.delete(token);
	}

	issueTokens(user: SandboxUserName) {
		const access_token = randomBytes(15).toString('hex');
		const refresh_token = randomBytes(15).toString('hex');
		this.#tokens.set(access_token, user);
		this.#refresh.set(refresh_token, user);
		return { token_type: 'Bearer', access_token, expires_in: WEEK_S, refresh_token, scope: 'identify guilds' };
	}
}

/**
 * Discord's consent page and token calls (its documentation, "OAuth2"). `?as=ada` in the page's URL gives consent
 * immediately.
 */
export function oauthRoutes(router: Router, sessions: Sessions): void {
	router.get('/oauth2/authorize', (ctx) => {
		const query = ctx.query as Record<string, string | undefined>;
		const { client_id, redirect_uri, response_type, state, code_challenge, as, cancel } = query;
		if (
			client_id !== SANDBOX_APP.clientId ||
			response_type !== 'code' ||
			!redirect_uri ||
			!URL.canParse(redirect_uri)
		) {
			ctx.status = 400;
			ctx.body = 'Invalid OAuth2 request: client_id, response_type and redirect_uri must be those of the application.';
			return;
		}
		const back = new URL(redirect_uri);
		if (state) back.searchParams.set('state', state);
		if (cancel !== undefined) {
			back.searchParams.set('error', 'access_denied');
			back.searchParams.set('error_description', 'The resource owner or authorization server denied the request');
			ctx.redirect(back.href);
		} else if (as && as in SANDBOX_USERS) {
			const grant = { user: as as SandboxUserName, redirectUri: redirect_uri, challenge: code_challenge ?? null };
			back.searchParams.set('code', sessions.issueCode(grant));
			ctx.redirect(back.href);
		} else {
			ctx.type = 'html';
			ctx.body = consentPage(ctx.querystring);
		}
	});

	for (const path of ['/api/oauth2/token', '/api/v10/oauth2/token']) {
		router.post(path, (ctx) => {
			const body = ctx.request.body as Record<string, string | undefined>;
			const [id, secret] = credentials(ctx.get('authorization'), body);
			if (id !== SANDBOX_APP.clientId || secret !== SANDBOX_APP.clientSecret) {
				ctx.status = 401;
				ctx.body = { error: 'invalid_client' };
				return;
			}
			const user =
				body['grant_type'] === 'refresh_token'
					? sessions.renew(body['refresh_token'] ?? '')
					: sessions.redeem(body['code'] ?? '', body['redirect_uri'] ?? '', body['code_verifier']);
			if (user === null) {
				ctx.status = 400;
				ctx.body = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' };
				return;
			}
			ctx.body = sessions.issueTokens(user);
		});
		router.post(`${path}/revoke`, (ctx) => {
			sessions.revoke((ctx.request.body as { token?: string }).token ?? '');
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
