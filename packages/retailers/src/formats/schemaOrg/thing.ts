import { plainText } from '../fields.ts';

/** An object of schema.org data, from JSON-LD or microdata: nothing about its properties is certain. */
export type Thing = Readonly<Record<string, unknown>>;

/** A property's values as a list. Property names of some shops begin with a capital, or have none: `Offers`, `lowprice`. */
export function valuesOf(thing: Thing, name: string): unknown[] {
	const value = thing[name] ?? thing[name.charAt(0).toUpperCase() + name.slice(1)] ?? thing[name.toLowerCase()];
	return Array.isArray(value) ? value.flat() : value === undefined || value === null ? [] : [value];
}

/** Type guard. */
export function isThing(value: unknown): value is Thing {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects among a property's values. */
export function thingsOf(thing: Thing, name: string): Thing[] {
	return valuesOf(thing, name).filter(isThing);
}

/** The first text of the named properties; numbers count, and the name or value of an object (a brand, a size). */
export function textOf(thing: Thing, ...names: string[]): string | null {
	for (const name of names) {
		const [text] = textsOf(thing, name);
		if (text !== undefined) return text;
	}
	return null;
}

/** All texts of a property. */
export function textsOf(thing: Thing, name: string): string[] {
	return valuesOf(thing, name).flatMap((value) => {
		const inner = isThing(value) ? ['name', '@value', 'value'].flatMap((one) => valuesOf(value, one))[0] : value;
		return plainText(typeof inner === 'number' ? String(inner) : typeof inner === 'string' ? inner : null) ?? [];
	});
}

/** How shops write the vocabulary before a term, in a pattern: `http://schema.org/`, `//schema.org/`, `schema.org#`. */
export const VOCABULARY = String.raw`(?:(?:https?:)?//)?(?:www\.)?schema\.org[/#]+`;
const AROUND_TERM = new RegExp(`^(?:${VOCABULARY}|schema:)|/+$`, 'gi');

/** A term without its vocabulary: `http://schema.org/InStock`, `schema:InStock` and `InStock` are the same. */
export function term(text: string): string {
	return text.trim().replaceAll(AROUND_TERM, '');
}

/** Whether an object has one of the types, in any letter case; `@type` can be a list. */
export function isA(thing: Thing, ...types: string[]): boolean {
	const names = types.map((type) => type.toLowerCase());
	return valuesOf(thing, '@type').some((type) => typeof type === 'string' && names.includes(term(type).toLowerCase()));
}
