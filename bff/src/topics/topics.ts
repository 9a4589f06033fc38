import type { Database } from '@dropwire/db';
import type { Topic } from '@dropwire/domain';

/** A topic with its id in the database. */
export type StoredTopic = Topic & { id: number };

/** The topics by id. Only a migration changes them, so a list does not read their names with every row. */
export interface Topics {
	/** @param ids of topics: if one is unknown, a newer version has been migrated, and the topics are read again */
	byId(ids: Iterable<number>): Promise<ReadonlyMap<number, StoredTopic>>;
}

const TOPICS = 'select id, brand, category, region, status, toolsName from topics order by id';

export function createTopics({ read }: Pick<Database, 'read'>): Topics {
	let known = new Map<number, StoredTopic>();
	return {
		async byId(ids) {
			for (const id of ids) {
				if (known.has(id)) continue;
				known = new Map((await read<StoredTopic>(TOPICS, [])).map((topic) => [topic.id, topic]));
				break;
			}
			return known;
		},
	};
}
