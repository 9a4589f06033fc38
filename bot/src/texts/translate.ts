import { type Region, REGION_NAMES } from '@dropwire/contract';
import { COMMANDS_BY_LANGUAGE, TEXTS } from './index.ts';
import { type Language, languageOf, LANGUAGES } from './languages.ts';
import type { CommandName, Params, Plural, TextKey } from './types.ts';

/** The texts of one language, with its numbers, plural forms and names. */
export interface Translate {
	<K extends TextKey>(key: K, ...values: Params<K>): string;
	readonly language: Language;
	/** The language's tag, by which amounts are written. */
	readonly tag: string;
	/** `1,200`. */
	number(value: number): string;
	/** `320 ms`, `40 sec`, `10 min`. */
	duration(ms: number): string;
	region(region: Region): string;
	/** A command that Discord shows as a link, once its id is known; else its name as code. */
	command(name: CommandName): string;
}

/** Discord's ids of the registered commands, by their English name. */
export type CommandIds = ReadonlyMap<string, string>;
const NO_IDS: CommandIds = new Map();

/** The language tags of the numbers and plural forms. */
const TAGS: Readonly<Record<Language, string>> = {
	en: 'en',
	de: 'de',
	fr: 'fr',
	es: 'es',
	pt: 'pt-BR',
	ja: 'ja',
	zh: 'zh-Hans',
};

/** The texts in a language. */
export function translateTo(language: Language, ids: CommandIds = NO_IDS): Translate {
	const tag = TAGS[language];
	const { plural, numbers, regions } = FORMATS[language];
	const number = (value: number) => numbers.format(value);
	const unit = (value: number, name: string) =>
		new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
	const duration = (ms: number) => {
		if (ms < SECOND) return unit(Math.round(ms), 'millisecond');
		if (ms < 2 * MINUTE) return unit(Math.round(ms / SECOND), 'second');
		return ms < 2 * HOUR ? unit(Math.round(ms / MINUTE), 'minute') : unit(Math.round(ms / HOUR), 'hour');
	};
	// English names are those of the dashboard.
	const region = (code: Region) => (language === 'en' ? REGION_NAMES[code] : (regions.of(code) ?? code));
	const command = (name: CommandName) => {
		const shown = COMMANDS_BY_LANGUAGE[language][name].name;
		const id = ids.get(name);
		return id === undefined ? `\`/${shown}\`` : `</${shown}:${id}>`;
	};
	const translate = <K extends TextKey>(key: K, ...[values]: Params<K>) => {
		const given: Readonly<Record<string, string | number | undefined>> = values ?? {};
		const text = TEXTS[language][key];
		const chosen = typeof text === 'string' ? text : formOf(text, plural, Number(given['count']));
		const linked = chosen.replace(COMMAND, (_, name: string) => command(name as CommandName));
		return fill(linked, language, (name) => {
			const value = given[name];
			return typeof value === 'number' ? number(value) : value;
		});
	};
	return Object.assign(translate, { language, tag, number, duration, region, command });
}

/** The texts for a user's or a server's locale at Discord. */
export function translateFor(locale: string, ids: CommandIds = NO_IDS): Translate {
	return translateTo(languageOf(locale), ids);
}

const FORMATS = Object.fromEntries(LANGUAGES.map((language) => [language, formatsOf(TAGS[language])])) as Readonly<
	Record<Language, ReturnType<typeof formatsOf>>
>;

function formatsOf(tag: string) {
	return {
		plural: new Intl.PluralRules(tag),
		numbers: new Intl.NumberFormat(tag),
		regions: new Intl.DisplayNames(tag, { type: 'region' }),
	};
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The form of a text for a count, by the plural rules of its language. */
function formOf(text: Plural, rules: Intl.PluralRules, count: number): string {
	return text[rules.select(count)] ?? text.other;
}

/** A command without an option, as code. */
const COMMAND = /`\{\/([\w-]+)\}`/g;
/** A placeholder, or a command with perhaps one of its options: `{/link}`, `{/topics region}`. */
const PLACEHOLDER = /\{(\/?)([\w-]+)(?: (\w+))?\}/g;

function fill(text: string, language: Language, valueOf: (name: string) => string | undefined): string {
	return text.replace(PLACEHOLDER, (all, slash: string, name: string, option: string | undefined) =>
		slash === '' ? (valueOf(name) ?? all) : `/${commandText(language, name as CommandName, option)}`,
	);
}

/** The name of a command, with that of an option, as Discord shows it in this language. */
function commandText(language: Language, name: CommandName, option: string | undefined): string {
	const command = COMMANDS_BY_LANGUAGE[language][name];
	if (option === undefined || !('options' in command)) return command.name;
	const options: Readonly<Record<string, { name: string } | undefined>> = command.options;
	return `${command.name} ${options[option]?.name ?? option}`;
}
