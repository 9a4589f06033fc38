import type { Work } from '../command.ts';
import { changeRows, urlFrom } from './change.ts';
import { namedTopics, type TopicOptions } from './topics.ts';

export const run: Work<TopicOptions> = async ({ args: [label, url], options, globals }) => {
	const topics = namedTopics(options);
	const value = await urlFrom(url);
	await changeRows(
		'UPDATE',
		topics.map((topic) => ({ topic, label: String(label), value })),
		globals,
	);
};
