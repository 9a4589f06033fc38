import { type TopicKind, kindsOf, PRODUCT_STATUSES, TOPICS, type Region } from '@dropwire/contract';

/** The kinds of events in words, as parts of a list. */
const KINDS: Readonly<Record<TopicKind, string>> = {
	SHOCK_DROP: 'shock drops',
	LIVE: 'launches',
	NEW: 'new products',
	STATUS: 'changes of status',
	RESTOCK: 'restocks',
	PRICE: 'prices',
	STOCK: 'stock',
	ANNOUNCED: 'announced releases',
	MOVED: 'new dates',
	CANCELLED: 'cancellations',
	REMINDER: 'reminders before a launch',
};
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a topic's messages are about, in one sentence; empty for a topic that does not exist. */
export function whatTopicSends(region: Region, toolsName: string): string {
	const topic = TOPICS.find((one) => one.region === region && one.toolsName === toolsName);
	if (!topic) return '';
	const kinds = kindsOf(topic).map((kind) => KINDS[kind]);
	if (kinds.length === 0) return 'Announcements that operators of Dropwire write.';
	const ofStatus = (PRODUCT_STATUSES as readonly string[]).includes(topic.status);
	const text = list.format(kinds);
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}${ofStatus ? ` of products with the status ${topic.status}` : ''}.`;
}
