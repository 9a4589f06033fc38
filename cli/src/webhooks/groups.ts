import type { OperatorRow, Topic } from '@dropwire/contract';
import type { Api } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';

/** A row of a group. */
export interface GroupRow extends OperatorRow {
	topic: Topic;
}

/** The rows of the groups, in topic order. */
export async function rowsOfGroups(api: Api, topics: readonly Topic[]): Promise<GroupRow[]> {
	const groups = new Map(topics.map((topic) => [keyOf(topic), { topic, rows: [] as GroupRow[] }]));
	const families = new Map(topics.map(({ brand, category }) => [`${brand}/${category}`, { brand, category }]));
	for (const family of families.values()) {
		for await (const page of pagesOf((at) => api.operatorWebhooks({ ...family, ...at }))) {
			for (const row of page) {
				const group = groups.get(keyOf(row));
				group?.rows.push({ ...row, topic: group.topic });
			}
		}
	}
	return [...groups.values()].flatMap(({ rows }) => rows);
}

function keyOf({ brand, category, region, status }: Record<'brand' | 'category' | 'region' | 'status', string>) {
	return [brand, category, region, status].join('/');
}
