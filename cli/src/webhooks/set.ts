import type { Work } from '../command.ts';
import { changeWebhooks, urlFrom } from './change.ts';
import { namedTopics, type TopicOptions } from './topics.ts';

export const run: Work<TopicOptions> = async ({ args: [label, url], options, globals }) => {
	const topics = namedTopics(options);
	const value = await urlFrom(url);
	await changeWebhooks(
		'UPDATE',
		topics.map((topic) => ({ topic, label: String(label), value })),
		globals,
	);
};
