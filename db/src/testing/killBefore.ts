/**
 * Preloaded into a process (`--import`). Kills the process with SIGKILL when it is about to send SQL that matches
 * KILL_BEFORE.
 */
import { createRequire } from 'node:module';

// The base class of every knex client. Its module has no types.
const Client = createRequire(import.meta.url)('knex/lib/client.js') as {
	prototype: { emit: (this: unknown, event: string, ...args: unknown[]) => boolean };
};
const { emit } = Client.prototype;
const last = new RegExp(process.env['KILL_BEFORE'] ?? '(?!)');
Client.prototype.emit = function emitOrDie(event, ...args) {
	if (event === 'query' && last.test((args[0] as { sql: string }).sql)) process.kill(process.pid, 'SIGKILL');
	return emit.call(this, event, ...args);
};
