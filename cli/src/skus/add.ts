import { roundText } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { DRY_RUN, note, warn } from '../terminal/output.ts';
import { sendEntries, skusFrom, tellEntries } from './change.ts';
import { type ListOptions, namedLists } from './lists.ts';

interface AddOptions extends ListOptions {
	link?: string;
	regions?: string;
	dryRun?: boolean;
}

export const run: Work<AddOptions> = async ({ args: [skus], options, globals }) => {
	const { link, regions, dryRun = false } = options;
	const lists = namedLists(options);
	const { entries, rounds } = await sendEntries(
		{ action: 'SET', lists, skus: await skusFrom(skus as string[]), productLink: link, regions, dryRun },
		globals,
	);
	await tellEntries(entries, globals);
	if (!dryRun) return undefined;
	for (const round of rounds) note(roundText(round));
	warn(DRY_RUN);
	return undefined;
};
