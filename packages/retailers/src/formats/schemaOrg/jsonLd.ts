import { jsonrepair } from 'jsonrepair';
import { parsedJson, scriptsIn } from '../html/scripts.ts';
import { isThing, type Thing } from './thing.ts';

const LD_JSON = /\btype\s*=\s*["']?application\/ld\+json/i;
/** Comment and CDATA marks around a block. */
const OPENING = /^(?:\/\/|\/\*)?\s*(?:<!--|<!\[CDATA\[)\s*(?:\*\/)?/;
const CLOSING = /(?:\/\/|\/\*)?\s*(?:-->|\]\]>)\s*(?:\*\/)?$/;
const LONGEST_CLOSING = 20;

/** What a page's JSON-LD blocks contain. */
export interface JsonLd {
	/** The objects at the top of all blocks. */
	things: Thing[];
	/** The blocks that are not JSON-LD even after repair; empty text for one that is cut off. */
	broken: string[];
}

/** Reads all JSON-LD blocks of a page without parsing the page. */
export function jsonLdIn(html: string): JsonLd {
	const read: JsonLd = { things: [], broken: [] };
	for (const text of scriptsIn(html, LD_JSON)) {
		const things = text === null ? null : block(text);
		if (things) read.things.push(...things);
		else read.broken.push(text ?? '');
	}
	return read;
}

/** The objects of a block; null if it is not JSON-LD: an object, or a list of objects. */
function block(text: string): Thing[] | null {
	if (text.trim() === '') return [];
	const parsed = parsedJson(text) ?? repaired(unwrapped(text.trim()));
	const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	const objects = list.filter(isThing);
	return objects.length === list.length ? objects : null;
}

/**
 * Repairs what shops' templates produce: trailing and missing commas, line breaks and quotes in texts, comments, entities
 * instead of quotes. A block that ends in the middle is not completed: half a price would be a wrong price.
 */
function repaired(text: string): unknown {
	if (!/[}\]]$/.test(text)) return undefined;
	try {
		return parsedJson(jsonrepair(text));
	} catch {
		return undefined;
	}
}

/** A block without the marks around it, and without the semicolon after it. */
function unwrapped(text: string): string {
	const end = Math.max(0, text.length - LONGEST_CLOSING);
	const inner = text.slice(0, end) + text.slice(end).replace(CLOSING, '');
	return inner.replace(OPENING, '').trim().replace(/;$/, '').trimEnd();
}
