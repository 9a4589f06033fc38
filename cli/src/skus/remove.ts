import type { Work } from '../command.ts';
import { changeEntries, skusFrom } from './change.ts';
import { type ListOptions, namedLists } from './lists.ts';

export const run: Work<ListOptions> = async ({ args: [skus], options, globals }) => {
	const lists = namedLists(options);
	await changeEntries('REMOVE', lists, await skusFrom(skus as string[]), '', globals);
};
