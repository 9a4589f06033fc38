import type Router from '@koa/router';
import type { XState } from './xState.ts';

/** The valid API keys of the sandbox's X. */
export const SANDBOX_X = {
	appKey: 'sandbox-app-key',
	appSecret: 'sandbox-app-secret',
	accessToken: 'sandbox-access-token',
	accessSecret: 'sandbox-access-secret',
} as const;

/** Allowed posts in 15 minutes (X's documentation, 2026). */
const LIMIT = 100;
const WINDOW_S = 900;

/** The posting part of X's API v2: keys, duplicates, limits and errors. */
export function xRoutes(router: Router, state: XState): void {
	router.post('/retail/x/2/tweets', (ctx) => {
		state.requests++;
		const fault = state.takeFault();
		const drop = () => {
			ctx.respond = false;
			ctx.req.socket.destroy();
		};
		ctx.set({
			'x-rate-limit-limit': String(LIMIT),
			'x-rate-limit-remaining': String(Math.max(0, LIMIT - state.posts.length)),
			'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + WINDOW_S),
		});
		if (fault && 'drop' in fault) return drop();
		if (fault && 'limited' in fault) {
			ctx.set('x-rate-limit-remaining', '0');
			ctx.set('x-rate-limit-reset', String(Math.floor(Date.now() / 1000) + fault.limited.resetInSeconds));
			return problem(ctx, 429, 'Too Many Requests', 'Too Many Requests');
		}
		if (fault && 'status' in fault) {
			return problem(ctx, fault.status, 'Sandbox fault', 'Sandbox fault', fault.body);
		}
		const header = ctx.get('authorization');
		const signed =
			header.startsWith('OAuth ') &&
			header.includes(`oauth_consumer_key="${SANDBOX_X.appKey}"`) &&
			header.includes(`oauth_token="${SANDBOX_X.accessToken}"`) &&
			/oauth_signature="[^"]+"/.test(header);
		if (!signed) return problem(ctx, 401, 'Unauthorized', 'Unauthorized');
		const { text } = ctx.request.body as { text?: unknown };
		if (typeof text !== 'string' || text === '') return problem(ctx, 400, 'Invalid Request', 'text is required');
		if (state.posts.some((post) => post.text === text)) {
			return problem(ctx, 403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.');
		}
		const id = String(1_900_000_000_000_000_000n + BigInt(state.posts.length));
		state.posts.push({ id, text, at: Date.now() });
		if (fault && 'dropAfter' in fault) return drop();
		ctx.status = 201;
		ctx.body = { data: { id, text, edit_history_tweet_ids: [id] } };
		return undefined;
	});
}

/** X's problem documents (RFC 7807). */
function problem(
	ctx: { status: number; body: unknown },
	status: number,
	title: string,
	detail: string,
	body?: unknown,
): void {
	ctx.status = status;
	ctx.body = body ?? { title, detail, type: 'about:blank', status };
}
