import { maskWebhook } from '@dropwire/engine';
import { type Caller, isBot } from './caller.ts';

/** As JSON writes an address: no quotes and no spaces. Discord documents ids of 17 to 20 digits. */
const WEBHOOK_URL = /https?:\/\/[^\s"\\]+?\/api(?:\/v\d{1,2})?\/webhooks\/(\d{17,20})\/[\w-]+/g;

/** Whether webhook URLs are masked for this caller: a program that may read and not write may not edit the rows. */
export function seesMasked(caller: Caller | null): boolean {
	return caller?.scopes != null && !caller.scopes.includes('write') && !isBot(caller);
}

/** Masks the webhook URLs of an answer, wherever in it they stand. */
export function maskWebhooks(json: string): string {
	return json.replace(WEBHOOK_URL, (_, id: string) => maskWebhook(id));
}
