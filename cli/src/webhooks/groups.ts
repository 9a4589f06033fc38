import type { OperatorRow, Topic } from '@dropwire/bff/contract';
import type { Api } from '../server/client.ts';

/** A row of a group as it stands. */
export interface StandingWebhook extends OperatorRow {
	topic: Topic;
}

/** What stands in the groups, in the order of the topics. */
export async function standingWebhooks(api: Api, topics: readonly Topic[]): Promise<StandingWebhook[]> {
	const groups = new Map(topics.map((topic) => [keyOf(topic), { topic, rows: [] as StandingWebhook[] }]));
	const families = new Map(topics.map(({ brand, category }) => [`${brand}/${category}`, { brand, category }]));
	for (const family of families.values()) {
		for await (const row of rowsOf(api, family)) {
			const group = groups.get(keyOf(row));
			group?.rows.push({ ...row, topic: group.topic });
		}
	}
	return [...groups.values()].flatMap(({ rows }) => rows);
}

/** Every row of a brand and category, page by page. */
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
