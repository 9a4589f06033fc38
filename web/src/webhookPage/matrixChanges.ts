import {
	FAMILIES,
	type Region,
	REGIONS,
	TOPIC_STATUSES,
	TOPICS,
	type Topic,
	type WebhookDetails,
} from '@dropwire/contract';
import { nameOf, operatorRows } from './rows.ts';

/** A row of the matrix: one brand, category and status, with its topic in each region that has one. */
export interface MatrixRow {
	name: string;
	topics: Partial<Record<Region, Topic>>;
}

/** Identifies the group of a topic. */
export function topicKey({
	brand,
	category,
	region,
	status,
}: { [K in 'brand' | 'category' | 'region' | 'status']: string }) {
	return `${brand}/${category}/${region}/${status}`;
}

/** Every operator group, by brand and status; the columns are the regions. */
export const MATRIX: readonly MatrixRow[] = FAMILIES.flatMap(({ brand, category, name }) => {
	const own = TOPICS.filter((topic) => topic.brand === brand && topic.category === category);
	const statuses = [...new Set(own.map(({ status }) => status))];
	return statuses.map((status) => ({
		name: statuses.length > 1 ? `${name} ${TOPIC_STATUSES[status].name}` : name,
		topics: Object.fromEntries(own.filter((topic) => topic.status === status).map((topic) => [topic.region, topic])),
	}));
});

/** The regions in which a row has a topic, in their order. */
export function topicsOf({ topics }: MatrixRow): Topic[] {
	return REGIONS.flatMap((region) => topics[region] ?? []);
}

/** The rows of a bulk call that bring the webhook's groups from what is saved to what is checked. */
export function changesOf(webhook: WebhookDetails, checked: ReadonlySet<string>) {
	const saved = new Map(operatorRows(webhook).map((row) => [topicKey(row.topic), row]));
	const label = nameOf(webhook);
	const { value } = webhook;
	const removed = [...saved]
		.filter(([key]) => !checked.has(key))
		.map(([, { topic, label: old }]) => ({
			...keyOf(topic),
			action: 'UNSET',
			label: old,
			value,
		}));
	const added = TOPICS.filter((topic) => checked.has(topicKey(topic)) && !saved.has(topicKey(topic))).map((topic) => ({
		...keyOf(topic),
		action: 'INSERT',
		label,
		value,
	}));
	return { rows: [...removed, ...added], added: added.length, removed: removed.length };
}

function keyOf({ brand, category, region, status }: { [K in 'brand' | 'category' | 'region' | 'status']: string }) {
	return { brand, category, region, status };
}
