import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/index.ts';
import { COMMANDS_BY_LANGUAGE, TEXTS } from './index.ts';
import { type Language, LANGUAGES, languageOf, type Plural } from '@dropwire/domain/texts';
import { translateFor, translateTo } from './translate.ts';
import type { TextKey } from './types.ts';

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
			expect({ key, found: new Set(placeholdersOf(text)) }).toEqual({ key, found: english });
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
		const locales = ['de', 'fr', 'es-ES', 'es-419', 'pt-BR', 'ja', 'zh-CN'];
		expect(Object.keys(data.name_localizations ?? {})).toEqual(locales);
		expect(Object.keys(data.description_localizations ?? {})).toEqual(locales);
		for (const option of data.options ?? []) expect(Object.keys(option.name_localizations ?? {})).toEqual(locales);
	}
});

test.each(LANGUAGES)(
	'the confirmation of a first watch in %s names the command and the button by their names',
	(language) => {
		const t = translateTo(language);
		expect(t('personal.confirm')).toContain(`\`/${COMMANDS_BY_LANGUAGE[language].watches.name}\``);
		expect(t('personal.confirm')).toContain(t('button.mute'));
	},
);

test('a text is filled in with numbers, plural forms and command names of its language', () => {
	const [de, ja] = [translateTo('de'), translateTo('ja')];
	expect(translateTo('en')('links.count', { count: 1200 })).toBe('1,200 links');
	expect(de('links.count', { count: 1 })).toBe('1 Verknüpfung');
	expect(de('links.count', { count: 1200 })).toBe('1.200 Verknüpfungen');
	expect(ja('links.count', { count: 1 })).toBe('リンク 1 件');
	expect(de('topics.hint', { region: 'JP' })).toBe('`/verknüpfen region:JP` sendet eines in einen Kanal.');
	expect(de.region('AT')).toBe('Österreich');
	expect([de.duration(320), de.duration(40_000), ja.duration(600_000)]).toEqual(['320 ms', '40 Sek.', '10 分']);
});

test('the language is that of the locale, and English for any other', () => {
	expect(['de', 'es-419', 'pt-BR', 'zh-CN', 'zh-TW', 'en-GB', 'pl'].map(languageOf)).toEqual([
		'de',
		'es',
		'pt',
		'zh',
		'en',
		'en',
		'en',
	]);
	expect(translateFor('fr').language).toBe('fr');
});

test('the name of a command is a link once its id is known, and code until then', () => {
	const ids = new Map([['links', '100000000000000001']]);
	const text = (language: 'de' | 'zh', known = ids) => translateTo(language, known)('status.linksMore');
	expect(text('de')).toBe('</verknüpfungen:100000000000000001> zeigt, warum und was zu tun ist.');
	expect(text('zh')).toMatch(/^<\/订阅列表:100000000000000001>/);
	expect(text('de', new Map())).toBe('`/verknüpfungen` zeigt, warum und was zu tun ist.');
	// With an option it is what the user types.
	expect(translateTo('de', ids)('topics.hint', { region: 'JP' })).toContain('`/verknüpfen region:JP`');
});

const PLURALS = KEYS.filter((key) => typeof TEXTS.en[key] !== 'string');

test.each(LANGUAGES)('every plural text in %s has the number, and the form of its language for it', (language) => {
	const rules = new Intl.PluralRules(translateTo(language).tag);
	for (const key of PLURALS) {
		const forms = TEXTS[language][key] as Plural;
		for (const count of [0, 1, 2, 5, 21]) {
			const values = Object.fromEntries(placeholdersOf(forms.other).map((name) => [name.slice(1, -1), `[${name}]`]));
			const text = translateTo(language)(key, { ...values, count });
			const wanted = (forms[rules.select(count)] ?? forms.other)
				.replaceAll(/\{(\w+)\}/g, (all, name: string) => (name === 'count' ? String(count) : `[${all}]`))
				.split(/`\{\/.*?`/);
			for (const part of wanted)
				expect({ key, count, text }).toMatchObject({ text: expect.stringContaining(part) as string });
		}
	}
});

test.each([
	['en', ['0 links', '1 link', '2 links', '21 links']],
	['de', ['0 Verknüpfungen', '1 Verknüpfung', '2 Verknüpfungen', '21 Verknüpfungen']],
	['fr', ['0 association', '1 association', '2 associations', '21 associations']],
	['es', ['0 vínculos', '1 vínculo', '2 vínculos', '21 vínculos']],
	['pt', ['0 vínculo', '1 vínculo', '2 vínculos', '21 vínculos']],
	['ja', ['リンク 0 件', 'リンク 1 件', 'リンク 2 件', 'リンク 21 件']],
	['zh', ['0 个订阅', '1 个订阅', '2 个订阅', '21 个订阅']],
] as const)('links are counted in %s as %j', (language, texts) => {
	expect([0, 1, 2, 21].map((count) => translateTo(language)('links.count', { count }))).toEqual(texts);
});

/** How Discord shows a relative time, and words that cannot precede it. */
const RELATIVE: Readonly<Record<Language, [time: string, wrong: RegExp]>> = {
	en: ['5 minutes ago', /\b(since|from|on|at|for|of) 5 minutes ago/],
	de: ['vor 5 Minuten', /\b(seit|von|am|um|ab|bis) vor /i],
	fr: ['il y a 5 minutes', /(\b(depuis|de|du|le|dès)|à|d'|jusqu'à) ?il y a/i],
	es: ['hace 5 minutos', /\b(de|del|el|a|al|en) hace/i],
	pt: ['há 5 minutos', /\b(de|do|em|a|ao|desde|até) há/i],
	ja: ['5 分前', /に 5 分前/],
	zh: ['5分钟前', /在 ?5分钟前/],
};

test.each(LANGUAGES)('a relative time fits into every sentence in %s', (language) => {
	const [time, wrong] = RELATIVE[language];
	const starts = /(^|[.。] |\n)(vor 5|il y a|hace 5|há 5)/;
	for (const key of KEYS) {
		for (const form of formsOf(TEXTS[language][key])) {
			const text = form.replaceAll(/\{(when|since|ago|in)\}/g, time);
			expect({ key, text, wrong: wrong.test(text) || starts.test(text) }).toMatchObject({ wrong: false });
		}
	}
});
