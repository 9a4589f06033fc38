import type { Change, Family, Route } from './brand.ts';
import { type Brand, BRAND_IDS, BRANDS } from './brands.ts';
import { EVENT_KINDS, TOPIC_KINDS, type TopicKind } from './eventKinds.ts';
import type { Region } from './regions.ts';
import { RELEASES } from './releases.ts';
import type { SubscriptionOptions } from './subscriptionOptions.ts';
import { PRODUCT_STATUSES, TOPIC_STATUSES, type TopicStatus } from './statuses.ts';

/** What a webhook can subscribe to: one row of the topics table (contract: "Topics"). */
export interface Topic {
	brand: Brand;
	category: string;
	region: Region;
	status: TopicStatus;
	/** The name that server admins see; unique within a region. */
	toolsName: string;
}

/** Every family with its brand, in the order of the table. */
export const FAMILIES: readonly (Family & { brand: Brand })[] = BRAND_IDS.flatMap((brand) =>
	BRANDS[brand].families.map((entry: Family) => ({ ...entry, brand })),
);

/** The families whose topics get the events of products. */
export const PRODUCT_FAMILIES = FAMILIES.filter(({ routes, category }) => routes !== null && category !== RELEASES);

/** Every topic, in the order of the table, regions within a family. */
export const TOPICS: readonly Topic[] = FAMILIES.flatMap((entry) =>
	entry.regions.flatMap((region) =>
		statusesIn(entry, region).map((status) => ({
			brand: entry.brand,
			category: entry.category,
			region,
			status,
			toolsName: entry.statuses.length > 1 ? `${entry.name} ${TOPIC_STATUSES[status].name}` : entry.name,
		})),
	),
);

/** The topic that announcements belong to. */
export const ANNOUNCEMENT_TOPIC = {
	brand: 'STOCK',
	category: 'NUMBERS',
	region: 'US',
	status: 'ANNOUNCEMENT',
} as const satisfies Omit<Topic, 'toolsName'>;

/** The brands whose products have events; the others get announcements only. */
export const PRODUCT_BRANDS = BRAND_IDS.filter((brand) => PRODUCT_FAMILIES.some((entry) => entry.brand === brand)) as [
	Brand,
	...Brand[],
];

/** The toolsNames of a region, in table order. */
export function toolsNames(region: Region): string[] {
	return TOPICS.filter((topic) => topic.region === region).map((topic) => topic.toolsName);
}

/**
 * The statuses of a brand and category in any region, in the order in which the documented calls list their groups.
 * @throws RangeError when the brand has no such category
 */
export function groupStatuses(brand: Brand, category: string): [TopicStatus, ...TopicStatus[]] {
	const entry = findFamily(brand, category);
	if (!entry) throw new RangeError(`${brand} has no category ${category}`);
	return [...(entry.listOrder ?? [...entry.statuses, ...(entry.usStatuses ?? [])])] as [TopicStatus, ...TopicStatus[]];
}

/** The topic that an event belongs to; null when only the broadcast list gets it. */
export function routeOf(event: Change & { brand: Brand; category: string; kind: TopicKind }): Topic | null {
	const { brand, category, region } = event;
	const status = statusOf(event);
	const found = TOPICS.find(
		(topic) =>
			topic.brand === brand && topic.category === category && topic.region === region && topic.status === status,
	);
	return found ?? null;
}

/** The kinds of events that a topic can get; none if it gets announcements only. */
export function kindsOf({ brand, category, region, status }: Omit<Topic, 'toolsName'>): TopicKind[] {
	const states = PRODUCT_STATUSES.flatMap((productStatus) =>
		[false, true].map((priceFell) => ({ brand, category, region, productStatus, priceFell })),
	);
	return TOPIC_KINDS.filter((kind) => states.some((state) => statusOf({ ...state, kind }) === status));
}

/** The kinds that a subscription to a topic can ask for. @param topic null for the broadcast list, which gets every event */
export function topicKinds(topic: { region: string; toolsName: string } | null): readonly TopicKind[] {
	if (topic === null) return EVENT_KINDS;
	const known = TOPICS.find(({ region, toolsName }) => region === topic.region && toolsName === topic.toolsName);
	return known ? kindsOf(known) : [];
}

/**
 * The options that a subscription to a topic cannot have, with the reason: reminders and digests are about releases, and with
 * none of the kinds that the routes send it would get nothing.
 * @param topic null for the broadcast list
 * @param saved the kinds that the subscription has
 */
export function optionProblems(
	options: Pick<SubscriptionOptions, 'reminders' | 'digest' | 'kinds'>,
	topic: Pick<Topic, 'category' | 'region' | 'toolsName'> | null,
	saved: readonly TopicKind[] = [],
): Partial<Record<'reminders' | 'digest' | 'kinds', string>> {
	const { kinds = [] } = options;
	const possible = kinds.length === 0 ? [] : topicKinds(topic);
	const isSilent = kinds.length > 0 && !kinds.some((kind) => possible.includes(kind) || saved.includes(kind));
	const name = topic?.toolsName ?? 'the broadcast list';
	const rule =
		possible.length > 0
			? `must name one of ${possible.join(', ')}, because ${name} gets no others, and "${kinds.join(', ')}" is given`
			: `must be empty for ${name}, which gets announcements only, and "${kinds.join(', ')}" is given`;
	const problems = isSilent && { kinds: rule };
	if (topic?.category === RELEASES) return { ...problems };
	const names = FAMILIES.filter(({ category }) => category === RELEASES).map(({ name }) => name);
	const reason = `is only possible for a subscription to ${names.join(', ')}`;
	const given = (['reminders', 'digest'] as const).filter((option) => options[option] !== undefined);
	return { ...problems, ...Object.fromEntries(given.map((option) => [option, reason])) };
}

function statusOf(event: Change & { brand: Brand; category: string; kind: TopicKind }): TopicStatus | null {
	const { brand, category, kind } = event;
	const routes: Partial<Record<TopicKind, Route<TopicStatus>>> | null | undefined = findFamily(brand, category)?.routes;
	const route = routes?.[kind] ?? null;
	return typeof route === 'function' ? route(event) : route;
}

function findFamily(brand: Brand, category: string) {
	return FAMILIES.find((entry) => entry.brand === brand && entry.category === category);
}

function statusesIn({ statuses, usStatuses = [] }: Family, region: Region): TopicStatus[] {
	return region === 'US' ? [...statuses, ...usStatuses] : [...statuses];
}
