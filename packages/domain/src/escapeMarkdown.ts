/** Characters with a special meaning in Discord's Markdown, mentions and links. */
const MARKUP = /[\\*_~`|>#\-[\]()<@:]/g;

/** Escapes outside text, so that for example a product's title cannot add links, mentions or formatting. */
export function escapeMarkdown(text: string): string {
	return tidy(text).replace(MARKUP, '\\$&');
}

/** Replaces lone surrogates, and collapses whitespace into single spaces. */
export function tidy(text: string): string {
	return text.toWellFormed().replace(/\s+/g, ' ').trim();
}
