import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { DiscordState } from '../state.ts';

/**
 * Applies a planned fault to an API call. A plan names a webhook's id or a kind of call: `users` (calls about the
 * signed-in user), `bot` (calls with the bot's token) or `interactions` (answers to commands). `bot POST` selects one
 * method of a kind.
 * @param work processes the request, for a fault that happens afterwards
 * @returns whether the fault has answered the request
 */
export async function failing(
	ctx: Context,
	state: DiscordState,
	kind: 'users' | 'bot' | 'interactions',
	work?: () => Promise<unknown>,
) {
	const names = [`${kind} ${ctx.method}`, kind];
	const plan = state.faults.find(({ webhookId }) => webhookId !== null && names.includes(webhookId));
	const fault = plan?.webhookId && state.takeFault(plan.webhookId);
	if (!fault) return false;
	if ('delayMs' in fault) {
		await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
		return false;
	}
	if ('hang' in fault) return new Promise<never>(() => {});
	if ('dropAfter' in fault) {
		await work?.();
		ctx.respond = false;
		ctx.req.socket.resetAndDestroy();
	} else if ('drop' in fault) {
		ctx.respond = false;
		ctx.req.socket.destroy();
	} else if ('endless' in fault) {
		ctx.type = 'json';
		ctx.body = Readable.from(endless());
	} else if ('limited' in fault) {
		const { retryAfter, scope } = fault.limited;
		ctx.status = 429;
		ctx.set({ 'retry-after': String(Math.ceil(retryAfter)), 'x-ratelimit-scope': scope });
		if (scope === 'global') ctx.set('x-ratelimit-global', 'true');
		ctx.body = { message: 'You are being rate limited.', retry_after: retryAfter, global: scope === 'global' };
	} else if ('cloudflare' in fault) {
		ctx.status = 429;
		ctx.set('retry-after', '1');
		ctx.type = 'html';
		ctx.body = '<html><body>You are being rate limited (1015)</body></html>';
	} else if ('page' in fault) {
		ctx.status = fault.page;
		ctx.type = 'html';
		ctx.body = `<html><body><h1>${fault.page}</h1></body></html>`;
	} else if ('status' in fault) {
		ctx.status = fault.status;
		ctx.body = fault.body ?? { message: 'Sandbox fault', code: 0 };
	} else {
		throw new Error(`This fault is for messages to webhooks only: ${Object.keys(fault).join()}`);
	}
	return true;
}

/** JSON that never ends. */
function* endless(): Generator<Buffer> {
	yield Buffer.from('["');
	for (;;) yield Buffer.alloc(64 * 1024, 'x');
}
