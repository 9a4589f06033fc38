import type { Caller } from './auth.ts';

/** Whether this caller sees masked webhook URLs: tokens without the scope `write`, including the bot's. */
export function seesMasked(caller: Caller | null): boolean {
	return caller?.scopes != null && !caller.scopes.includes('write');
}
