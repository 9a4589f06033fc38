import type { ManagedUser, Terms } from '@dropwire/contract';
import { InvalidArgumentError, Option } from 'commander';
import { option } from '../command.ts';
import { dayExists } from '../terminal/options.ts';
import { dateTime } from '../terminal/time.ts';

const DAY_MS = 86_400_000;

export interface TermsOptions {
	plan?: string;
	/** commander would replace null. */
	expires?: number | 'never';
	note?: string;
}

/** The options of a client's plan, expiry and note. */
export const TERMS_OPTIONS = [
	new Option('--plan <name>', 'the plan; an empty text removes it'),
	option('--expires <time>', 'when access becomes read-only: 2026-12-31, 30d or never', expiryOf),
	new Option('--note <text>', 'a note that only operators see; an empty text removes it'),
];

/** The terms that were given. */
export function termsOf({ plan, expires, note }: TermsOptions): Terms {
	return {
		...(plan !== undefined && { plan: plan.trim() || null }),
		...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
		...(note !== undefined && { note: note.trim() || null }),
	};
}

/** A day ends in the local time zone; days are counted from now. */
export function expiryOf(text: string): number | 'never' {
	if (text === 'never') return text;
	const days = /^(\d{1,4})d$/.exec(text)?.[1];
	if (days !== undefined) return Date.now() + Number(days) * DAY_MS;
	const at = /^\d{4}-\d\d-\d\d$/.test(text) && dayExists(text) ? new Date(`${text}T23:59:59`).getTime() : Number.NaN;
	if (Number.isNaN(at))
		throw new InvalidArgumentError('It must be a day (2026-12-31), a number of days (30d) or never.');
	return at;
}

/** `admin` or `client`, followed by the roles. */
export function roleText({ client, roles }: ManagedUser): string {
	const kind = client === 'true' ? 'client' : 'admin';
	return [...new Set([kind, ...roles])].join(', ');
}

/** A user in one line: name, id, roles, plan and expiry. */
export function userText(user: ManagedUser): string {
	const { username, discordId, plan, expiresAt } = user;
	const name = username === null ? discordId : `${username} (${discordId})`;
	const terms = [plan && `plan ${plan}`, expiresAt !== null && `expires ${dateTime(expiresAt)}`].filter(Boolean);
	return [name, roleText(user), ...terms].join(', ');
}
