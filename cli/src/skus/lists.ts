import { nearest } from '@dropwire/contract/rows';
import { SKU_LISTS } from '@dropwire/domain';
import { Option } from 'commander';
import { usage } from '../failure.ts';
import type { Within } from '../rows/import.ts';
import { completed } from '../terminal/options.ts';

export interface ListOptions {
	list?: string;
}

const NAMES = Object.keys(SKU_LISTS);

/** The option that selects lists. */
export const listOption = completed(
	new Option('--list <lists>', `${NAMES.join(', ')}; several separated by commas`),
	() => NAMES,
);

/** The lists in `--list`; all lists if it is omitted. @throws Failure (usage) for an unknown list */
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

/** The lists to write to. @throws Failure (usage) if `--list` is omitted or has an unknown list */
export function namedLists(options: ListOptions): string[] {
	if (options.list === undefined) throw usage('--list is needed.', `There are: ${NAMES.join(', ')}`);
	return chosenLists(options);
}

/** Matches rows in the lists of `--list`; null if it is omitted. */
export function within(options: ListOptions): Within | null {
	if (options.list === undefined) return null;
	const lists = new Set(chosenLists(options));
	const [only = '', another] = lists;
	return {
		holds: ({ type = '' }) => lists.has(type.trim().toUpperCase()),
		text: `--list ${options.list}`,
		defaults: another === undefined ? { type: only } : {},
	};
}
