import { REGIONS } from '@dropwire/contract';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { option } from '../command.ts';

/** Options and arguments that several commands have. */

/** An option whose value is one of these words, in any letter case. */
export function choiceOption(flags: string, description: string, words: readonly string[]): Option {
	return new Option(flags, description).choices(words).argParser(choiceOf(words));
}

/** An argument whose value is one of these words, in any letter case. */
export function choiceArgument(name: string, description: string, words: readonly string[]): Argument {
	return new Argument(name, description).choices(words).argParser(choiceOf(words));
}

/** `--region` of a command that takes one region. */
export function regionOption(description: string): Option {
	return choiceOption('--region <region>', description, REGIONS);
}

/** Parses one of these words, in any letter case. */
export function choiceOf(words: readonly string[]): (text: string) => string {
	return (text) => {
		const wanted = text.trim().toLowerCase();
		const word = words.find((one) => one.toLowerCase() === wanted);
		if (word === undefined) throw new InvalidArgumentError(`Allowed choices are ${words.join(', ')}.`);
		return word;
	};
}

const COMPLETIONS = new WeakMap<Option | Argument, () => readonly string[]>();

/** The option or argument, completed with these words by the shell although it takes others, or several of them. */
export function completed<Part extends Option | Argument>(part: Part, words: () => readonly string[]): Part {
	COMPLETIONS.set(part, words);
	return part;
}

/** The words that the shell completes an option or argument with. */
export function completionsOf(part: Option | Argument): readonly string[] {
	return part.argChoices ?? COMPLETIONS.get(part)?.() ?? [];
}

const MAX_COUNT = 1_000_000;

/** Parses an option's number. */
export function wholeNumber(min: number): (text: string) => number {
	return (text) => {
		const count = Number(text);
		if (!/^\d+$/.test(text) || count < min || count > MAX_COUNT)
			throw new InvalidArgumentError(`It must be a whole number from ${min} to ${MAX_COUNT}.`);
		return count;
	};
}

/** `--limit` of a command that can list any number of rows. */
export const limitOption = option(
	'-n, --limit <count>',
	'the number of rows; not used with --follow',
	wholeNumber(1),
).default(50);

export interface SearchOptions {
	search?: string;
	limit?: number;
}

/** `--search` and `--limit` of a command that lists all rows by default. */
export function searchOptions(searched: string): Option[] {
	return [
		new Option('--search <text>', `only rows with this text in ${searched}`),
		option('-n, --limit <count>', 'only the first rows (default: all)', wholeNumber(1)),
	];
}

/** The rows that have the text in one of their texts, up to the limit. */
export function found<Row>(
	rows: readonly Row[],
	{ search, limit }: SearchOptions,
	textsOf: (row: Row) => readonly (string | null | undefined)[],
): Row[] {
	const wanted = search?.trim().toLowerCase() ?? '';
	return rows
		.filter((row) => wanted === '' || textsOf(row).some((text) => text?.toLowerCase().includes(wanted)))
		.slice(0, limit);
}

/** The options of every `remove` command. */
export const REMOVAL_OPTIONS = [
	new Option('--dry-run', 'only show what would be removed'),
	new Option('-y, --yes', 'skip the confirmation'),
];

export interface SpanOptions {
	since?: number;
	until?: number;
}

/** `--since` and `--until` of a command that lists rows with a time. */
export const SPAN_OPTIONS = [
	option(
		'--since <time>',
		'only from this time: `2026-04-17`, `2026-04-17 14:00`, `yesterday`, `today`, or `24h` or `7d` ago',
		momentOf,
	),
	option('--until <time>', 'only until this time', momentOf),
];

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Epoch ms of a time in the local zone, or of a duration before now. @throws InvalidArgumentError */
export function momentOf(text: string): number {
	const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? [];
	if (count) return Math.max(0, Date.now() - Number(count) * (UNITS_MS[unit] ?? 0));
	const daysAgo = ['today', 'yesterday'].indexOf(text.trim().toLowerCase());
	if (daysAgo >= 0) {
		const midnight = new Date();
		// Not 24 hours ago: a day in which the clocks change has 23 or 25.
		midnight.setDate(midnight.getDate() - daysAgo);
		return midnight.setHours(0, 0, 0, 0);
	}
	const isTime = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/.test(text.trim());
	// A date alone is midnight UTC to Date.parse.
	const at = isTime ? Date.parse(/^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()}T00:00` : text.trim()) : NaN;
	if (Number.isNaN(at) || at < 0 || !dayExists(text.trim()))
		throw new InvalidArgumentError('Examples: 2026-04-17, "2026-04-17 14:00", yesterday, 24h, 7d.');
	return at;
}

/** Whether the day at the beginning of a time is one of the calendar: Date takes February 30 for March 2. */
export function dayExists(text: string): boolean {
	const [day = ''] = text.split(/[ T]/);
	const midnight = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
