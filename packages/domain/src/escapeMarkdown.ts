/** Characters with a special meaning in Discord's Markdown, mentions and links. */
const MARKUP = /[\\*_~`|>#\-[\]()<@:]/g;
/** Characters that format a title. */
const FORMATTING = /[\\*_~`|]/g;
/** Characters that format the label of a link or end it, and the first one of a mention, which would be a link itself. */
const LABEL = /[\\*_~`|[\]<]/g;

/** Escapes outside text, so that for example a product's subtitle cannot add links, mentions or formatting. */
export function escapeMarkdown(text: string): string {
	return tidy(text).replace(MARKUP, '\\$&');
}

/**
 * Escapes the title of an embed. Titles have no links, mentions, lists or headings, and clients show the backslash
 * before a character without a meaning.
 */
export function escapeTitle(text: string): string {
	return tidy(text).replace(FORMATTING, '\\$&');
}

/** Escapes the label of a link, which clients on phones show with the backslashes of characters without a meaning. */
export function escapeLabel(text: string): string {
	return tidy(text).replace(LABEL, '\\$&');
}

/** Turns the direction of all that follows in a line. Marks of one place, which right-to-left titles need, stay. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Replaces lone surrogates, removes what turns a line around, and collapses whitespace and control characters into single spaces. */
export function tidy(text: string): string {
	return text
		.toWellFormed()
		.replace(TURNS, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
}
