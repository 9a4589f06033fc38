import type { Work } from '../command.ts';
import { type RemovalOptions, removeConfirmed } from '../terminal/removal.ts';
import { entryText, sendEntries, skusFrom, tellEntries } from './change.ts';
import { type ListOptions, namedLists } from './lists.ts';

export const run: Work<ListOptions & RemovalOptions> = async ({ args: [words], options, globals }) => {
	const lists = namedLists(options);
	const skus = await skusFrom(words as string[]);
	await removeConfirmed(
		{
			preview: async () => (await sendEntries({ action: 'REMOVE', lists, skus, dryRun: true }, globals)).entries,
			remove: async () => (await sendEntries({ action: 'REMOVE', lists, skus }, globals)).entries,
			lines: (gone) => gone.map((entry) => `- ${entryText(entry)}`),
			report: (gone) => tellEntries(gone, globals),
		},
		options,
	);
};
