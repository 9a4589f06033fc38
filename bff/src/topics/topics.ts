import type { Database, TopicRow } from '@dropwire/db';

export type StoredTopic = Pick<TopicRow, 'id' | 'region' | 'status' | 'toolsName'>;

/**
 * The topics by id, so that a list does not read their names with every row. Only a migration changes them: a name that a
 * newer version gives a topic is shown when that version serves the list.
 */
export interface Topics {
	/** @param rows if the topic of one is unknown, a newer version has added topics, and all are read again */
	of(rows: readonly { topicId: number }[]): Promise<ReadonlyMap<number, StoredTopic>>;
}

const TOPICS = 'select id, region, status, toolsName from topics';

export function createTopics({ read }: Pick<Database, 'read'>): Topics {
	let known = new Map<number, StoredTopic>();
	return {
		async of(rows) {
			if (!rows.every(({ topicId }) => known.has(topicId))) {
				known = new Map((await read<StoredTopic>(TOPICS, [])).map((topic) => [topic.id, topic]));
			}
			return known;
		},
	};
}
