import { type TopicKind, type OtherState, splitSizes, type SubscriptionOptions } from '@dropwire/contract';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { usage } from '../failure.ts';

/** The flags of `edit` and `try`. An empty text removes an option. */
export interface OptionFlags {
	file?: string;
	clear?: true;
	mentions?: string;
	include?: string;
	exclude?: string;
	sizes?: string;
	states?: string;
	kinds?: string;
	minPrice?: string;
	maxPrice?: string;
	minDiscount?: string;
	quietHours?: string;
	reminders?: string;
	thread?: string;
	postName?: string;
	watchButton?: string;
	name?: string;
	avatar?: string;
	pause?: true;
	resume?: true;
}

/**
 * The options after a change. The server checks their values.
 * @throws Failure (usage) for no flags, flags that exclude each other, or a text that cannot be read
 */
export async function changedOptions(current: SubscriptionOptions, flags: OptionFlags): Promise<SubscriptionOptions> {
	if (Object.keys(flags).length === 0)
		throw usage('Nothing to change.', 'Name an option, for example --include jordan.');
	if (flags.pause && flags.resume) throw usage('--pause and --resume cannot be combined.');
	if (flags.thread && flags.postName) throw usage('--thread and --post-name cannot be combined.');
	const base = flags.file === undefined ? (flags.clear ? {} : current) : await optionsIn(flags.file);
	const post = base.thread && 'name' in base.thread ? base.thread : undefined;
	// JSON leaves undefined out, which is how an option is removed.
	return {
		...base,
		...listed(flags, ['mentions', 'include', 'exclude']),
		...(flags.sizes !== undefined && { sizes: sizesIn(flags.sizes) }),
		...(flags.states !== undefined && { states: listOf(flags.states.toLowerCase()) as OtherState[] | undefined }),
		...(flags.kinds !== undefined && { kinds: listOf(flags.kinds.toUpperCase()) as TopicKind[] | undefined }),
		...numbers(flags),
		...(flags.quietHours !== undefined && { quiet: quietOf(flags.quietHours) }),
		...(flags.reminders !== undefined && { reminders: minutesOf(flags.reminders) }),
		...(flags.thread !== undefined && { thread: flags.thread === '' ? undefined : { id: flags.thread } }),
		...(flags.postName !== undefined && {
			thread: flags.postName === '' ? undefined : { ...post, name: flags.postName },
		}),
		...(flags.watchButton !== undefined && { watchButton: buttonOf(flags.watchButton) }),
		...(flags.name !== undefined && { name: flags.name || undefined }),
		...(flags.avatar !== undefined && { avatar: flags.avatar || undefined }),
		...(flags.pause && { paused: true }),
		...(flags.resume && { paused: undefined }),
	};
}

/** False for `off`; a subscription that says nothing has the button. */
function buttonOf(text: string): false | undefined {
	if (text === 'off') return false;
	if (text === 'on' || text === '') return undefined;
	throw usage(`--watch-button must be on or off, and ${JSON.stringify(text)} is neither.`);
}

/** `1440,15`; `none` for no reminders, and nothing for the usual ones. */
function minutesOf(text: string): number[] | undefined {
	if (text.trim().toLowerCase() === 'none') return [];
	return listOf(text)?.map(Number);
}

async function optionsIn(file: string): Promise<SubscriptionOptions> {
	const json = file === '-' ? await text(process.stdin) : read(file);
	try {
		const parsed: unknown = JSON.parse(json);
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
	} catch {
		// Reported below.
	}
	throw usage(
		`${file === '-' ? 'stdin' : file} is not a JSON object with options.`,
		'Example: {"include": ["jordan"]}',
	);
}

function read(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		throw usage(`Could not read ${file}: ${(error as Error).message}`);
	}
}

function listed(flags: OptionFlags, names: readonly ('mentions' | 'include' | 'exclude')[]) {
	const given = names.filter((name) => flags[name] !== undefined);
	return Object.fromEntries(given.map((name) => [name, listOf(flags[name] ?? '')]));
}

function numbers(flags: OptionFlags) {
	const given = (['minPrice', 'maxPrice', 'minDiscount'] as const).filter((name) => flags[name] !== undefined);
	return Object.fromEntries(given.map((name) => [name, numberOf(name, flags[name] ?? '')]));
}

function sizesIn(text: string): string[] | undefined {
	const sizes = splitSizes(text);
	return sizes.length === 0 ? undefined : sizes;
}

function listOf(words: string): string[] | undefined {
	const entries = words
		.split(',')
		.map((word) => word.trim())
		.filter(Boolean);
	return entries.length === 0 ? undefined : entries;
}

function numberOf(name: string, value: string): number | undefined {
	if (value.trim() === '') return undefined;
	const number = Number(value);
	const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
	if (!Number.isFinite(number)) throw usage(`${flag} must be a number, and ${JSON.stringify(value)} is not.`);
	return number;
}

function quietOf(value: string): SubscriptionOptions['quiet'] {
	if (value.trim() === '') return undefined;
	const [, from, to, zone] = /^(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)\s+(\S+)$/.exec(value.trim()) ?? [];
	if (from !== undefined && to !== undefined && zone !== undefined) return { from, to, zone };
	throw usage(
		`--quiet-hours ${JSON.stringify(value)} is not a time span with a zone.`,
		'Example: "22:00-07:00 Europe/Vienna"',
	);
}
