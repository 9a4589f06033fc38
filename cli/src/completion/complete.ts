import type { Command, Option } from 'commander';
import type { Work } from '../command.ts';
import { readProfiles } from '../profiles/store.ts';
import { buildProgram } from '../program.ts';
import { FORMATS } from '../rows/formats.ts';
import { wordsOf, PARTS } from '../webhooks/topics.ts';
import { SKU_LISTS } from '@dropwire/bff/contract/vocabulary';
import { write } from '../terminal/output.ts';

/** What an option's value may be, where it is one of a few words that are no `choices` of commander. */
const VALUES: Readonly<Record<string, () => string[]>> = {
	'--profile': () => Object.keys(readProfiles().profiles),
	'--format': () => [...FORMATS],
	'--list': () => Object.keys(SKU_LISTS),
	...Object.fromEntries(PARTS.map((part) => [`--${part}`, () => wordsOf(part)])),
};

export const run: Work = async ({ args: [words] }) => {
	const candidates = candidatesFor(buildProgram(), words as string[]);
	await write(candidates.map((word) => `${word}\n`).join(''));
};

/** What the last word could become: a value of the option before it, an option, a command, or a known argument. */
function candidatesFor(program: Command, words: readonly string[]): string[] {
	const begun = words.at(-1) ?? '';
	const before = words.slice(0, -1);
	let command = program;
	let position = 0;
	let open: Option | undefined;
	for (const word of before) {
		if (open) {
			open = undefined;
			continue;
		}
		if (word.startsWith('-')) {
			const option = optionsOf(command).find((one) => one.short === word || one.long === word);
			if (option && (option.required || option.optional)) open = option;
			continue;
		}
		const next = command.commands.find((one) => one.name() === word);
		if (next) command = next;
		else position++;
	}
	const found = open
		? valuesOf(open)
		: begun.startsWith('-')
			? optionsOf(command).flatMap(({ long }) => long ?? [])
			: [
					...command.commands.map((one) => one.name()).filter((name) => !name.startsWith('__')),
					...(command.registeredArguments[position]?.argChoices ?? []),
				];
	// Several words can stand in one, separated by commas: the last of them is completed.
	const [, done = '', last = ''] = /^(.*,)?([^,]*)$/.exec(begun) ?? [];
	const matching = (word: string) => word.toLowerCase().startsWith(last.toLowerCase());
	return found.filter(open ? matching : (word) => word.startsWith(begun)).map((word) => (open ? done + word : word));
}

function optionsOf(command: Command): Option[] {
	const own = command.options.filter(({ hidden }) => !hidden);
	return command.parent ? [...own, ...optionsOf(command.parent)] : [...own];
}

function valuesOf(option: Option): string[] {
	return option.argChoices ?? VALUES[option.long ?? '']?.() ?? [];
}
