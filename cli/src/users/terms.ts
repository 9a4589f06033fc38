import type { Terms } from '@dropwire/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { dayExists } from '../terminal/moment.ts';

const DAY = 86_400_000;

export interface TermsOptions {
	plan?: string;
	/** commander would replace null. */
	expires?: number | 'never';
	note?: string;
}

/** The options of a client's plan, expiry and note. */
export function withTermsOptions(command: Command): Command {
	return command
		.option('--plan <name>', 'the plan; an empty text removes it')
		.option('--expires <time>', 'when access becomes read-only: 2026-12-31, 30d or never', expiryOf)
		.option('--note <text>', 'a note that only operators see; an empty text removes it');
}

/** The terms that were given. */
export function termsOf({ plan, expires, note }: TermsOptions): Terms {
	return {
		...(plan !== undefined && { plan: plan.trim() || null }),
		...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
		...(note !== undefined && { note: note.trim() || null }),
	};
}

/** A day ends in the local time zone; days are counted from now. */
function expiryOf(text: string): number | 'never' {
	if (text === 'never') return text;
	const days = /^(\d{1,4})d$/.exec(text)?.[1];
	if (days !== undefined) return Date.now() + Number(days) * DAY;
	const at = /^\d{4}-\d\d-\d\d$/.test(text) && dayExists(text) ? new Date(`${text}T23:59:59`).getTime() : Number.NaN;
	if (Number.isNaN(at))
		throw new InvalidArgumentError('It must be a day (2026-12-31), a number of days (30d) or never.');
	return at;
}
