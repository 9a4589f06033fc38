import type { Command, Option } from 'commander';
import type { Work } from '../command.ts';
import { completionsOf } from '../terminal/options.ts';
import { write } from '../terminal/output.ts';

export const run: Work<object, [string[]]> = async ({ args: [words], program }) => {
	const candidates = candidatesFor(program, words);
	await write(candidates.map((word) => `${word}\n`).join(''));
};

/** The completions of the last word: values of the option before it, options, subcommands, or values of an argument. */
function candidatesFor(program: Command, words: readonly string[]): string[] {
	const typed = words.at(-1) ?? '';
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
	const argument = command.registeredArguments[position];
	const found = open
		? completionsOf(open)
		: typed.startsWith('-')
			? optionsOf(command).flatMap(({ long }) => long ?? [])
			: [
					...command.commands.map((one) => one.name()).filter((name) => !name.startsWith('__')),
					...(argument ? completionsOf(argument) : []),
				];
	// An option can have several values separated by commas; this completes the last value.
	const [, done = '', last = ''] = /^(.*,)?([^,]*)$/.exec(typed) ?? [];
	const matching = (word: string) => word.toLowerCase().startsWith(last.toLowerCase());
	return found.filter(open ? matching : (word) => word.startsWith(typed)).map((word) => (open ? done + word : word));
}

function optionsOf(command: Command): Option[] {
	const own = command.options.filter(({ hidden }) => !hidden);
	return command.parent ? [...own, ...optionsOf(command.parent)] : [...own];
}
