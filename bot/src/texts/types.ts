import type { ParamsOf, Translated } from '@dropwire/domain/texts';
import type { commands, texts } from './en/index.ts';

/**
 * The English texts, from which the keys and placeholders of all others come: the compiler finds what is missing in any
 * language, which it does for English only with a library such as i18next.
 */
export type English = typeof texts;
export type TextKey = keyof English;

export type CommandTexts = Same<typeof commands>;
export type CommandName = keyof CommandTexts;

type Same<T> = T extends string ? string : { readonly [K in keyof T]: Same<T[K]> };

/** The texts of one language. */
export interface Texts extends Translated<English> {}

/** The values of a text's placeholders. Numbers are written as the language does. */
export type Params<K extends TextKey> = ParamsOf<English, K>;
