import { MESSAGE_LIMITS } from './limits.ts';

/**
 * Truncates to at most `max` UTF-16 units, never within a character or an escape, and adds an ellipsis if truncated.
 */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text;
	const kept = text
		.slice(0, max - 1)
		.toWellFormed()
		.replace(/\uFFFD$/, '');
	return `${kept.replace(/\\$/, '')}…`;
}

/**
 * Joins texts up to a maximum length, never within one of them; the last text counts those that do not fit.
 * @param others the number of further texts, which are counted only
 */
export function joinWhole(texts: readonly string[], separator: '\n' | ', ', max: number, others = 0): string {
	const all = texts.join(separator);
	if (all.length <= max && others === 0) return all;
	let joined = '';
	for (const [index, text] of texts.entries()) {
		const rest = `… and ${texts.length - index + others} more`;
		const next = joined ? `${joined}${separator}${text}` : text;
		if (next.length + separator.length + rest.length > max) return joined ? `${joined}${separator}${rest}` : rest;
		joined = next;
	}
	return `${joined}${joined ? separator : ''}… and ${others} more`;
}

/** A duration in the two largest units: `4 min 12 s`, `1 h 3 min`, `52 s`. */
export function spokenDuration(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1000));
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	if (hours > 0) return `${hours} h ${minutes} min`;
	return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** The URL if Discord accepts it, otherwise undefined: a part of it would lead elsewhere. */
export function webAddress(text: string | null): string | undefined {
	const url = text === null ? null : URL.parse(text);
	return url && /^https?:$/.test(url.protocol) && url.href.length <= MESSAGE_LIMITS.url ? url.href : undefined;
}

/** The URL for a Markdown link, in which parentheses would end it; undefined if Discord would not accept it or it is long. */
export function linkAddress(text: string | null | undefined): string | undefined {
	const url = webAddress(text ?? null)
		?.replaceAll('(', '%28')
		.replaceAll(')', '%29');
	return url !== undefined && url.length <= MESSAGE_LIMITS.linkUrl ? url : undefined;
}
