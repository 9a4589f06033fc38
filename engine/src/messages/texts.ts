import { MESSAGE_LIMITS } from './limits.ts';

/** Characters with a meaning in Discord's markdown, mentions and links. */
const MARKUP = /[\\*_~`|>#\-[\]()<@:]/g;

/** Text from outside as plain text: no link, mention or format can be smuggled in through a product's title. */
export function plain(text: string): string {
	return tidy(text).replace(MARKUP, '\\$&');
}

/** Whole characters only (a lone surrogate is no text), white space in single blanks. */
export function tidy(text: string): string {
	return text.toWellFormed().replace(/\s+/g, ' ').trim();
}

/** At most `max` UTF-16 units, cut between characters and not within an escape, with an ellipsis where it was cut. */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text;
	const kept = text
		.slice(0, max - 1)
		.toWellFormed()
		.replace(/\uFFFD$/, '');
	return `${kept.replace(/\\$/, '')}…`;
}

/** Lines up to a length; what does not fit is counted in the last one. */
export function cutLines(lines: readonly string[], max: number): string {
	const all = lines.join('\n');
	if (all.length <= max) return all;
	let text = '';
	for (const [index, line] of lines.entries()) {
		const rest = `… and ${lines.length - index} more`;
		const next = text ? `${text}\n${line}` : line;
		if (next.length + 1 + rest.length > max) return text ? `${text}\n${rest}` : rest;
		text = next;
	}
	return text;
}

/** An address that Discord takes, or undefined. */
export function webAddress(text: string | null): string | undefined {
	if (text === null || text.length > MESSAGE_LIMITS.url || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	return url.protocol === 'https:' || url.protocol === 'http:' ? url.href.slice(0, MESSAGE_LIMITS.url) : undefined;
}
