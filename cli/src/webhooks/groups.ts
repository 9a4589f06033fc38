import type { OperatorRow, Topic } from '@dropwire/contract';
import type { Api } from '../server/client.ts';

/** A row of a group. */
export interface GroupRow extends OperatorRow {
	topic: Topic;
}

/** The rows of the groups, in topic order. */
export async function rowsOfGroups(api: Api, topics: readonly Topic[]): Promise<GroupRow[]> {
	const groups = new Map(topics.map((topic) => [keyOf(topic), { topic, rows: [] as GroupRow[] }]));
	const families = new Map(topics.map(({ brand, category }) => [`${brand}/${category}`, { brand, category }]));
	for (const family of families.values()) {
		for await (const row of rowsOf(api, family)) {
			const group = groups.get(keyOf(row));
			group?.rows.push({ ...row, topic: group.topic });
		}
	}
	return [...groups.values()].flatMap(({ rows }) => rows);
}

/** All rows of a brand and category, page by page. */
async function* rowsOf(api: Api, family: Pick<Topic, 'brand' | 'category'>): AsyncGenerator<OperatorRow> {
	for (let cursor: string | undefined; ;) {
		const { data, nextCursor } = await api.operatorWebhooks({ ...family, ...(cursor !== undefined && { cursor }) });
		yield* data;
		if (nextCursor === null) return;
		cursor = nextCursor;
	}
}

function keyOf({ brand, category, region, status }: Record<'brand' | 'category' | 'region' | 'status', string>) {
	return [brand, category, region, status].join('/');
}
