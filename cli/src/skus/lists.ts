import { nearest } from '@dropwire/bff/contract/rows';
import { SKU_LISTS } from '@dropwire/bff/contract/vocabulary';
import type { Command } from 'commander';
import { usage } from '../failure.ts';

export interface ListOptions {
	list?: string;
}

const NAMES = Object.keys(SKU_LISTS);

export function withListOption(command: Command): Command {
	return command.option('--list <lists>', `${NAMES.join(', ')}; several separated by commas`);
}

/** The lists that are meant; all of them when nothing is said. @throws Failure (usage) for one that there is not */
export function chosenLists({ list }: ListOptions): string[] {
	if (list === undefined || list.trim().toLowerCase() === 'all') return NAMES;
	return list
		.split(',')
		.map((word) => word.trim().toUpperCase())
		.map((word) => {
			if (NAMES.includes(word)) return word;
			const close = nearest(word, NAMES);
			throw usage(
				`There is no list ${JSON.stringify(word)}.`,
				close ? `Did you mean ${close}?` : `There are: ${NAMES.join(', ')}`,
			);
		});
}

/** The lists that are to be written to, which must be said. */
export function namedLists(options: ListOptions): string[] {
	if (options.list === undefined) throw usage('--list is needed.', `There are: ${NAMES.join(', ')}`);
	return chosenLists(options);
}

/** Whether a row is of one of the lists that were said. */
export function within(options: ListOptions): { holds: (row: { type?: string }) => boolean; text: string } | null {
	if (options.list === undefined) return null;
	const lists = new Set(chosenLists(options));
	return { holds: ({ type = '' }) => lists.has(type.trim().toUpperCase()), text: `--list ${options.list}` };
}
