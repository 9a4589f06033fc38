import type { Context } from 'koa';
import type { DiscordWorld } from '../world.ts';

/**
 * Lets a planned fault happen to a call of the API. Faults are planned by a webhook's id, or by the name of a kind of
 * call: `users` (about the signed-in user), `bot` (with the bot's token), `interactions` (answers to commands); `bot POST`
 * is one method of them.
 * @param work what is asked, for a fault that comes after it
 * @returns whether it was answered by the fault
 */
export async function failing(
	ctx: Context,
	world: DiscordWorld,
	kind: 'users' | 'bot' | 'interactions',
	work?: () => Promise<unknown>,
) {
	const names = [`${kind} ${ctx.method}`, kind];
	const plan = world.faults.find(({ webhookId }) => webhookId !== null && names.includes(webhookId));
	const fault = plan?.webhookId && world.takeFault(plan.webhookId);
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
	} else {
		ctx.status = fault.status;
		ctx.body = fault.body ?? { message: 'Sandbox fault', code: 0 };
	}
	return true;
}
