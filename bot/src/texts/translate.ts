import { fillText, formOf, type Language, languageOf, numberText, TAGS } from '@dropwire/domain/texts';
import { type Region, REGION_NAMES } from '@dropwire/contract';
import { COMMANDS_BY_LANGUAGE, TEXTS } from './index.ts';
import type { CommandName, Params, TextKey } from './types.ts';

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

/** The texts in a language. */
export function translateTo(language: Language, ids: CommandIds = NO_IDS): Translate {
	const tag = TAGS[language];
	const regions = new Intl.DisplayNames(tag, { type: 'region' });
	const number = (value: number) => numberText(value, language);
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
		const linked = formOf(TEXTS[language][key], language, given)
			.replace(LINKED_COMMAND, (_, name: string) => command(name as CommandName))
			.replace(COMMAND, (_, name: string, option?: string) => `/${commandText(language, name as CommandName, option)}`);
		return fillText(linked, language, given);
	};
	return Object.assign(translate, { language, tag, number, duration, region, command });
}

/** The texts for a user's or a server's locale at Discord. */
export function translateFor(locale: string, ids: CommandIds = NO_IDS): Translate {
	return translateTo(languageOf(locale), ids);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A command without an option, as code. */
const LINKED_COMMAND = /`\{\/([\w-]+)\}`/g;
/** A command with perhaps one of its options: `{/link}`, `{/topics region}`. */
const COMMAND = /\{\/([\w-]+)(?: (\w+))?\}/g;

/** The name of a command, with that of an option, as Discord shows it in this language. */
function commandText(language: Language, name: CommandName, option: string | undefined): string {
	const command = COMMANDS_BY_LANGUAGE[language][name];
	if (option === undefined || !('options' in command)) return command.name;
	const options: Readonly<Record<string, { name: string } | undefined>> = command.options;
	return `${command.name} ${options[option]?.name ?? option}`;
}
