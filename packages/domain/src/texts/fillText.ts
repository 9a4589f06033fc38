import { type Language, LANGUAGES, TAGS } from './languages.ts';
import type { Plural } from './types.ts';

/** Values of the placeholders of a text. */
type Values = Readonly<Record<string, string | number | undefined>>;

const FORMATS = Object.fromEntries(
	LANGUAGES.map((language) => {
		const tag = TAGS[language];
		return [language, { plural: new Intl.PluralRules(tag), numbers: new Intl.NumberFormat(tag) }];
	}),
) as Readonly<Record<Language, { plural: Intl.PluralRules; numbers: Intl.NumberFormat }>>;

/** The form of a text for the value of its `{count}`, by the plural rules of its language. */
export function formOf(text: string | Plural, language: Language, values: Values): string {
	if (typeof text === 'string') return text;
	return text[FORMATS[language].plural.select(Number(values['count']))] ?? text.other;
}

/** A text with values in place of its placeholders, `{name}`; one without a value stays. */
export function fillText(text: string, language: Language, values: Values): string {
	return text.replace(/\{(\w+)\}/g, (all, name: string) => {
		const value = values[name];
		return typeof value === 'number' ? numberText(value, language) : (value ?? all);
	});
}

/** `1,200`. */
export function numberText(value: number, language: Language): string {
	return FORMATS[language].numbers.format(value);
}
