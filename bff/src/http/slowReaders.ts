import type { Context } from 'koa';

/** Limits without progress, and in total, ms. */
const NO_PROGRESS_MS = 10_000;
const IN_ALL_MS = 60_000;

/** Disconnects a client that does not read. Its response stays in memory while it is connected. */
export function dropSlowReader({ res, req }: Context): void {
	const drop = () => req.socket.destroy();
	res.setTimeout(NO_PROGRESS_MS, drop);
	const late = setTimeout(drop, IN_ALL_MS).unref();
	res.once('close', () => clearTimeout(late));
}
