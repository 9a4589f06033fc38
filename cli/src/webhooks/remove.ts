import type { Work } from '../command.ts';
import { changeRows } from './change.ts';
import { namedTopics, type TopicOptions } from './topics.ts';

export const run: Work<TopicOptions> = async ({ args: [labels], options, globals }) => {
	const rows = namedTopics(options).flatMap((topic) =>
		(labels as string[]).map((label) => ({ topic, label, value: '' })),
	);
	await changeRows('DELETE', rows, globals);
};
