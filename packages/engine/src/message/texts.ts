import { discordUrl } from '@dropwire/domain';
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

/** An age in its largest unit, rounded down: `5 d`, `3 h`, `12 min`; `1 min` for less. */
export function spokenAge(ms: number): string {
	const minutes = Math.floor(ms / 60_000);
	if (minutes >= 48 * 60) return `${Math.floor(minutes / (24 * 60))} d`;
	return minutes >= 60 ? `${Math.floor(minutes / 60)} h` : `${Math.max(1, minutes)} min`;
}

/** The URL for a Markdown link, in which parentheses would end it; undefined if Discord would not accept it or it is long. */
export function linkAddress(text: string | null | undefined): string | undefined {
	const url = discordUrl(text)?.replaceAll('(', '%28').replaceAll(')', '%29');
	return url !== undefined && url.length <= MESSAGE_LIMITS.linkUrl ? url : undefined;
}
