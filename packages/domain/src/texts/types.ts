import type { en } from './en.ts';

/** A text for each plural form of `{count}` in its language; `other` also for forms without a text. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The same keys in another language. A missing or unknown key does not compile. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Plural };

/** The texts of one language that the bot and the engine have in common. */
export interface SharedTexts extends Translated<typeof en> {}

/** The placeholders of an English text; `{/command}` is filled in by the bot. */
type Placeholder<S> = S extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `/${string}` ? never : Name) | Placeholder<Rest>
	: never;
type PlaceholderOf<T, K extends keyof T> = T[K] extends string
	? Placeholder<T[K]>
	: 'count' | Placeholder<T[K][keyof T[K]]>;

/** The values of the placeholders of a text of the English texts `T`. Numbers are written as the language does. */
export type ParamsOf<T, K extends keyof T> = [PlaceholderOf<T, K>] extends [never]
	? []
	: [values: { [P in PlaceholderOf<T, K>]: P extends 'count' ? number : string | number }];
