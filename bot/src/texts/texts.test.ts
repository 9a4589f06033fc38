import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/index.ts';
import { COMMANDS_BY_LANGUAGE, TEXTS } from './index.ts';
import { LANGUAGES, languageOf } from './languages.ts';
import { translateFor, translateTo } from './translate.ts';
import type { Plural, TextKey } from './types.ts';

const KEYS = Object.keys(TEXTS.en) as TextKey[];
const formsOf = (text: string | Plural) => (typeof text === 'string' ? [text] : Object.values(text));
const placeholdersOf = (text: string) => [...text.matchAll(/\{[^}]+\}/g)].map(([all]) => all);

/** Discord's limits (its documentation, "Components" and "Modal"), by the beginning of a key. */
const LIMITS: readonly [prefix: string, most: number][] = [
	// A number goes before the label.
	['button.', 80 - 4],
	['links.all', 80],
	['setup.create', 80],
	['panel.filters', 80],
	['panel.clear', 80],
	['panel.', 100],
	['kind.', 100],
	['form.', 45],
	['unlink.undo', 80],
	['status.ok', 256],
];

test.each(LANGUAGES)('every text in %s fits its place in Discord', (language) => {
	for (const key of KEYS) {
		const [, most = 1500] = LIMITS.find(([prefix]) => key.startsWith(prefix)) ?? [];
		for (const text of formsOf(TEXTS[language][key])) {
			expect({ key, text, fits: text.length > 0 && text.length <= most }).toMatchObject({ fits: true });
		}
	}
});

test.each(LANGUAGES)('every text in %s has the placeholders of the English one, in each plural form', (language) => {
	for (const key of KEYS) {
		const english = new Set(formsOf(TEXTS.en[key]).flatMap(placeholdersOf));
		for (const text of formsOf(TEXTS[language][key])) {
			// "The last event" may stand for a count of one.
			const found = new Set([...placeholdersOf(text), ...(key === 'trial.result' ? ['{count}'] : [])]);
			expect({ key, found }).toEqual({ key, found: english });
		}
	}
});

test.each(LANGUAGES)('commands in %s have names, options and descriptions that Discord accepts', (language) => {
	const name = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
	const check = (one: { name: string; description: string }) => {
		expect(one.name).toMatch(name);
		expect(one.name).toBe(one.name.toLowerCase());
		expect({ ...one, length: one.description.length <= 100 }).toMatchObject({ length: true });
	};
	const commands = Object.values(COMMANDS_BY_LANGUAGE[language]);
	expect(new Set(commands.map((command) => command.name)).size).toBe(commands.length);
	for (const command of commands) {
		check(command);
		if (!('options' in command)) continue;
		const options = Object.values(command.options);
		expect(new Set(options.map((option) => option.name)).size).toBe(options.length);
		for (const option of options) check(option);
	}
});

test('every command has all translations, by the locales of Discord', () => {
	for (const { data } of COMMANDS) {
		const locales = ['de', 'fr', 'es-ES', 'es-419', 'ja', 'zh-CN'];
		expect(Object.keys(data.name_localizations ?? {})).toEqual(locales);
		expect(Object.keys(data.description_localizations ?? {})).toEqual(locales);
		for (const option of data.options ?? []) expect(Object.keys(option.name_localizations ?? {})).toEqual(locales);
	}
});

test('a text is filled in with numbers, plural forms and command names of its language', () => {
	const [de, ja] = [translateTo('de'), translateTo('ja')];
	expect(translateTo('en')('links.count', { count: 1200 })).toBe('1,200 links');
	expect(de('links.count', { count: 1 })).toBe('1 Verknüpfung');
	expect(de('links.count', { count: 1200 })).toBe('1.200 Verknüpfungen');
	expect(ja('links.count', { count: 1 })).toBe('リンク 1 件');
	expect(translateTo('fr')('links.count', { count: 0 })).toBe('0 lien');
	expect(de('topics.hint', { region: 'JP' })).toBe('`/verknüpfen region:JP` sendet eines in einen Kanal.');
	expect(de.region('AT')).toBe('Österreich');
	expect([de.duration(320), de.duration(40_000), ja.duration(600_000)]).toEqual(['320 ms', '40 Sek.', '10 分']);
});

test('the language is that of the locale, and English for any other', () => {
	expect(['de', 'es-419', 'zh-CN', 'zh-TW', 'en-GB', 'pt-BR'].map(languageOf)).toEqual([
		'de',
		'es',
		'zh',
		'en',
		'en',
		'en',
	]);
	expect(translateFor('fr').language).toBe('fr');
});
