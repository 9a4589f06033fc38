import { Parser } from 'htmlparser2';
import { term, type Thing, VOCABULARY } from './thing.ts';

/** An element that is open while the page is parsed. */
interface Open {
	/** The properties whose value is the element's text; empty if an attribute is the value. */
	names: string[];
	text: string;
	isItem: boolean;
}
type Item = Record<string, unknown[]>;

/** Where an element's value is, if not in its text. Any element can have `content`. */
const VALUE_ATTRIBUTES = ['content', 'href', 'src', 'datetime', 'value', 'data'];
/** Where else the address of a picture is, which scripts load when it is shown. */
const PICTURE_ATTRIBUTES = [...VALUE_ATTRIBUTES, 'data-src'];
/** The placeholder of such a picture. */
const NO_PICTURE = /^data:image\//i;
/** A space would make thousands of three digits. */
const BETWEEN_AMOUNTS = ' : ';
/** How many elements within each other can have the same text as their value. */
const NESTED_TEXTS = 8;
const PRODUCT = new RegExp(
	String.raw`itemtype\s{0,9}=\s{0,9}["']?[^"'<>]{0,200}${VOCABULARY}(?:Individual)?Product(?:Group|Model)?/?["'\s>]`,
	'gi',
);
const OFFER = new RegExp(String.raw`<[^<>]{0,500}itemtype\s{0,9}=\s{0,9}["']?${VOCABULARY}Offer["'\s>]`, 'gi');
const RDFA_PRODUCT = new RegExp(
	String.raw`typeof\s{0,9}=\s{0,9}["']?(?:schema:|${VOCABULARY})?(?:Individual)?Product["'\s>]`,
	'i',
);
/** The attributes of a syntax: of a property's name, of an item, and of its type. */
interface Syntax {
	property: string;
	isItem: string;
	type: string;
}
const MICRODATA: Syntax = { property: 'itemprop', isItem: 'itemscope', type: 'itemtype' };
const RDFA: Syntax = { property: 'property', isItem: 'typeof', type: 'typeof' };
/** Properties whose products are not the page's own, if the item that they belong to is outside of what is parsed. */
const LISTED = [
	'itemListElement',
	'item',
	'isRelatedTo',
	'isSimilarTo',
	'isAccessoryOrSparePartFor',
	'isConsumableFor',
];

/**
 * Reads the products in a page's microdata as objects in the form of JSON-LD. The page is parsed from its first product
 * on, whatever item that belongs to: to the end of the product if it is the only one. Without a product, it is not parsed
 * at all.
 */
export function microdataIn(html: string): Thing[] {
	const [first, ...more] = html.matchAll(PRODUCT);
	return first ? itemsIn(html.slice(startOf(html, first.index)), MICRODATA, more.length === 0) : [];
}

/** Reads the products in a page's RDFa Lite in the same way. */
export function rdfaIn(html: string): Thing[] {
	const first = RDFA_PRODUCT.exec(html);
	return first ? itemsIn(html.slice(html.lastIndexOf('<', first.index)), RDFA, false) : [];
}

/** @param isOnlyOne parsing ends with the first element */
function itemsIn(html: string, { property, isItem: isItemOf, type }: Syntax, isOnlyOne: boolean): Thing[] {
	const roots: Item[] = [];
	const items: Item[] = [];
	const open: Open[] = [];
	const texts: Open[] = [];
	let isAfterTag = false;
	const add = (names: readonly string[], value: unknown) => {
		const owner = items.at(-1);
		if (owner) for (const name of names) (owner[name] ??= []).push(value);
	};
	const parser = new Parser({
		onopentag(tag, attributes) {
			isAfterTag = true;
			const names = (attributes[property] ?? '').split(/\s+/).filter(Boolean).map(term);
			const values = (tag === 'img' ? PICTURE_ATTRIBUTES : VALUE_ATTRIBUTES).map((name) => attributes[name]);
			const value = values.find((text) => text !== undefined && !NO_PICTURE.test(text));
			const isItem = isItemOf in attributes;
			const element: Open = { names: isItem || value !== undefined ? [] : names, text: '', isItem };
			if (isItem) {
				// Without a prototype: any name can be a property's.
				const item = Object.assign(Object.create(null) as Item, {
					'@type': (attributes[type] ?? '').split(/\s+/).map(term),
				});
				if (names.length > 0 && items.length > 0) add(names, item);
				else if (names.some((name) => LISTED.includes(name))) roots.push({ '@type': ['ItemList'] });
				else roots.push(item);
				items.push(item);
			} else if (value !== undefined) add(names, value);
			if (element.names.length > 0) texts.push(element);
			open.push(element);
		},
		ontext(text) {
			// Digits in two elements are two numbers: `$129<sup>90</sup>` is not 12,990, nor is `299 <del>499</del>` 299,499.
			const isNumber = isAfterTag && /^\s*\d/.test(text);
			for (const element of texts.slice(-NESTED_TEXTS)) {
				const isSecond = isNumber && /\d/.test(element.text.trimEnd().slice(-1));
				element.text += isSecond ? (element.names.some(isPrice) ? BETWEEN_AMOUNTS : ' ') + text : text;
			}
			isAfterTag = false;
		},
		onclosetag() {
			isAfterTag = true;
			const element = open.pop();
			if (element?.isItem) items.pop();
			if (element && element === texts.at(-1)) add(texts.pop()?.names ?? [], element.text);
			if (open.length === 0 && isOnlyOne) parser.pause();
		},
	});
	parser.write(html);
	return roots;
}

function isPrice(property: string): boolean {
	return /price$/i.test(property);
}

/** Where the tag of the first product begins, or that of the offer whose product it is. */
function startOf(html: string, product: number): number {
	const start = html.lastIndexOf('<', product);
	const isOffered = /\bitemprop\s*=\s*["']?itemOffered\b/i.test(html.slice(start, html.indexOf('>', product) + 1));
	const offers = isOffered ? [...html.slice(0, start).matchAll(OFFER)] : [];
	return offers.at(-1)?.index ?? start;
}
