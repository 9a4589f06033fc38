import type { Work } from '../command.ts';
import { type RemovalOptions, removeConfirmed } from '../terminal/removal.ts';
import { rowText, sendRows, tellChanged } from './change.ts';
import { namedTopics, type TopicOptions } from './topics.ts';

export const run: Work<TopicOptions & RemovalOptions> = async ({ args: [labels], options, globals }) => {
	const rows = namedTopics(options).flatMap((topic) =>
		(labels as string[]).map((label) => ({ topic, label, value: '' })),
	);
	await removeConfirmed(
		{
			preview: () => sendRows('DELETE', rows, globals, true),
			remove: () => sendRows('DELETE', rows, globals),
			lines: (gone) => gone.map((row) => `- ${rowText(row)}`),
			report: (gone) => tellChanged(gone, globals),
		},
		options,
	);
};
