import type { commands, texts } from './en/index.ts';

/**
 * The English texts, from which the keys and placeholders of all others come: the compiler finds what is missing in any
 * language, which it does for English only with a library such as i18next.
 */
export type English = typeof texts;
export type TextKey = keyof English;

/** A text for each plural form of `{count}` in its language; `other` also for forms without a text. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The same keys in another language. A missing or unknown key does not compile. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Plural };
export type CommandTexts = Same<typeof commands>;
export type CommandName = keyof CommandTexts;

type Same<T> = T extends string ? string : { readonly [K in keyof T]: Same<T[K]> };

/** The texts of one language. */
export interface Texts extends Translated<English> {}

/** The placeholders of an English text; `{/command}` is filled in automatically. */
type Placeholder<S> = S extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `/${string}` ? never : Name) | Placeholder<Rest>
	: never;
type PlaceholderOf<K extends TextKey> = English[K] extends string
	? Placeholder<English[K]>
	: 'count' | Placeholder<English[K][keyof English[K]]>;

/** The values of a text's placeholders. Numbers are written as the language does. */
export type Params<K extends TextKey> = [PlaceholderOf<K>] extends [never]
	? []
	: [values: { [P in PlaceholderOf<K>]: P extends 'count' ? number : string | number }];
