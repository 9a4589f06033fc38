import { REGIONS } from '@dropwire/contract';
import { Argument, InvalidArgumentError, Option } from 'commander';

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
