/** The languages in which persons are written to. English is the one for every other language. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Translation = Exclude<Language, 'en'>;

/** Discord's locales (its documentation, "Locales") that each translation serves. */
export const DISCORD_LOCALES = {
	de: ['de'],
	fr: ['fr'],
	es: ['es-ES', 'es-419'],
	// Brazilian: Discord has no other Portuguese.
	pt: ['pt-BR'],
	ja: ['ja'],
	// Simplified: readers of traditional Chinese (zh-TW) get English.
	zh: ['zh-CN'],
} as const satisfies Readonly<Record<Translation, readonly string[]>>;

/** The language tags of numbers and plural forms (BCP 47). */
export const TAGS: Readonly<Record<Language, string>> = {
	en: 'en',
	de: 'de',
	fr: 'fr',
	es: 'es',
	pt: 'pt-BR',
	ja: 'ja',
	zh: 'zh-Hans',
};

export const TRANSLATIONS = Object.keys(DISCORD_LOCALES) as Translation[];

/** The language for a user's or a server's locale at Discord. */
export function languageOf(locale: string): Language {
	return TRANSLATIONS.find((language) => DISCORD_LOCALES[language].some((one) => one === locale)) ?? 'en';
}
