import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { faultReply } from '../replies.ts';
import type { DiscordState } from '../state.ts';

/**
 * Applies a planned fault to an API call. A plan names a webhook's id or a kind of call: `users` (calls about the
 * signed-in user), `bot` (calls with the bot's token), `interactions` (answers to commands), `oauth` (tokens) or `roles`
 * (linked roles). `bot POST` selects one method of a kind.
 * @param work processes the request, for a fault that happens afterwards
 * @returns whether the fault has answered the request
 */
export async function failing(
	ctx: Context,
	state: DiscordState,
	kind: 'users' | 'bot' | 'interactions' | 'oauth' | 'roles',
	work?: () => Promise<unknown>,
) {
	const fault = state.takeFault([`${kind} ${ctx.method}`, kind]);
	if (!fault) return false;
	ctx.state['isFault'] = true;
	if ('delayMs' in fault) {
		await state.delay(fault.delayMs);
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
	} else {
		const reply = faultReply(state, { bucket: kind, from: ctx.ip }, fault);
		if (!reply) throw new Error(`This fault is for messages to webhooks only: ${Object.keys(fault).join()}`);
		ctx.status = reply.status;
		ctx.set(reply.headers);
		ctx.body = reply.text ?? reply.body;
	}
	return true;
}

/** JSON that never ends. */
function* endless(): Generator<Buffer> {
	yield Buffer.from('["');
	for (;;) yield Buffer.alloc(64 * 1024, 'x');
}
