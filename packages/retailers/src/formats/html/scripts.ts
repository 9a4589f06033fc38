import { decodeHTMLAttribute } from 'entities';

/**
 * Scans of pages that find data without parsing the page. Their time grows with the page's length only, whatever the page
 * contains.
 */

/** Comments, which a scan must not search, and scripts. */
const COMMENT_OR_SCRIPT = /<!--|<script\b/gi;
const END_OF_SCRIPT = /<\/script/gi;
/** Searched from the comment's own dashes on: `<!-->` and `<!--->` are whole comments. */
const END_OF_COMMENT = /--!?>/g;

/**
 * The contents of a page's scripts; scripts in comments do not count.
 * @param tag matches the attributes of the wanted scripts
 * @returns null for a script that the page does not close: it is cut off
 */
export function scriptsIn(html: string, tag: RegExp): (string | null)[] {
	const found: (string | null)[] = [];
	for (let match = next(COMMENT_OR_SCRIPT, html, 0); match;) {
		const after = match.index + match[0].length;
		const comment = match[0] === '<!--';
		const start = comment ? after : html.indexOf('>', after) + 1;
		const end = comment
			? (next(END_OF_COMMENT, html, after - 2)?.index ?? -1)
			: start && (next(END_OF_SCRIPT, html, start)?.index ?? -1);
		if (!comment && tag.test(attributes(html.slice(after, start || undefined))))
			found.push(end > 0 ? html.slice(start, end) : null);
		match = end > 0 ? next(COMMENT_OR_SCRIPT, html, end) : null;
	}
	return found;
}

const UNSEEN = /<!--|<(?:script|style|template)\b/gi;
const END_OF_UNSEEN = /<\/(?:script|style|template)/gi;

/** A page without what it does not show: comments, scripts, styles and templates. */
export function withoutScripts(html: string): string {
	const shown: string[] = [];
	let from = 0;
	for (let match = next(UNSEEN, html, 0); match; match = next(UNSEEN, html, from)) {
		shown.push(html.slice(from, match.index));
		const isComment = match[0] === '<!--';
		const end = next(isComment ? END_OF_COMMENT : END_OF_UNSEEN, html, match.index + (isComment ? 2 : 1));
		if (!end) return shown.join(' ');
		from = end.index + end[0].length;
	}
	return [...shown, html.slice(from)].join(' ');
}

/** A tag's attributes. Some templates write signs as entities: `application&#x2F;ld&#x2B;json`. */
function attributes(tag: string): string {
	return tag.includes('&') ? decodeHTMLAttribute(tag) : tag;
}

function next(pattern: RegExp, html: string, from: number): RegExpExecArray | null {
	pattern.lastIndex = from;
	return pattern.exec(html);
}

/** The comment at the start of the element with this ID, where some shops put their page's data; null without one. */
export function commentIn(html: string, id: string): string | null {
	const tag = new RegExp(`\\bid=["']${id}["'][^<>]{0,500}>\\s{0,100}<!--`, 'i').exec(html);
	if (!tag) return null;
	const start = tag.index + tag[0].length;
	const end = html.indexOf('-->', start);
	return end < 0 ? null : html.slice(start, end);
}

/** Parses JSON, also after a byte order mark; undefined for anything else. */
export function parsedJson(text: string | null | undefined): unknown {
	try {
		return JSON.parse(text?.replace(/^\uFEFF/, '') ?? '');
	} catch {
		return undefined;
	}
}
