import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { formOf, fillText } from './fillText.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { type Language, languageOf, TAGS } from './languages.ts';
import { pt } from './pt.ts';
import type { ParamsOf, SharedTexts } from './types.ts';
import { zh } from './zh.ts';

export const SHARED_TEXTS = { en, de, fr, es, pt, ja, zh } satisfies Record<Language, SharedTexts>;

/** The shared texts in one language. */
export interface SharedTranslate {
	<K extends keyof SharedTexts>(key: K, ...values: ParamsOf<typeof en, K>): string;
	/** The language's tag, by which amounts are written. */
	readonly tag: string;
}

/** The shared texts for a person's locale at Discord; in English for null and for languages without a translation. */
export function sharedTexts(locale: string | null): SharedTranslate {
	const language = languageOf(locale ?? 'en');
	const translate = <K extends keyof SharedTexts>(key: K, ...[values]: ParamsOf<typeof en, K>) => {
		const given = values ?? {};
		return fillText(formOf(SHARED_TEXTS[language][key], language, given), language, given);
	};
	return Object.assign(translate, { tag: TAGS[language] });
}
