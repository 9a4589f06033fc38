/**
 * What a message is about (contract: "Kinds of event", "Releases"). `name` is its name in logs and posts, `headline` what a
 * message says, `color` the bar of the message's embed, 0xRRGGBB.
 */
export const KINDS = {
	SHOCK_DROP: { name: 'Shock drop', headline: 'Shock drop', color: 0xff4d4f },
	LIVE: { name: 'Live', headline: 'Live now', color: 0x2dd4bf },
	NEW: { name: 'New', headline: 'New product', color: 0x5aa9ff },
	STATUS: { name: 'Status', headline: 'Status change', color: 0xffb020 },
	RESTOCK: { name: 'Restock', headline: 'Restock', color: 0x3ecf8e },
	PRICE: { name: 'Price', headline: 'Price change', color: 0xb37feb },
	STOCK: { name: 'Stock', headline: 'Stock change', color: 0x8a94a6 },
	ANNOUNCED: { name: 'Announced', headline: 'Release announced', color: 0x5aa9ff },
	MOVED: { name: 'Moved', headline: 'Release moved', color: 0xffb020 },
	CANCELLED: { name: 'Cancelled', headline: 'Release cancelled', color: 0xff4d4f },
	REMINDER: { name: 'Reminder', headline: 'Release soon', color: 0x2dd4bf },
} as const satisfies Record<string, { name: string; headline: string; color: number }>;

/** Every kind that a subscription can ask for. */
export type TopicKind = keyof typeof KINDS;
export const TOPIC_KINDS = Object.keys(KINDS) as [TopicKind, ...TopicKind[]];

/** The kinds of events about a release. They are events beside the one of the check that found them. */
export const RELEASE_KINDS = ['ANNOUNCED', 'MOVED', 'CANCELLED'] as const satisfies readonly TopicKind[];
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

/** The kinds of events. A reminder is only a message. */
export type EventKind = Exclude<TopicKind, 'REMINDER'>;
export const EVENT_KINDS = TOPIC_KINDS.filter((kind) => kind !== 'REMINDER') as [EventKind, ...EventKind[]];

/** The kinds of events that a check finds: the first of these that fits. */
export type CheckKind = Exclude<EventKind, ReleaseKind>;
export const CHECK_KINDS = EVENT_KINDS.filter((kind) => !isReleaseKind(kind)) as [CheckKind, ...CheckKind[]];

/** Whether a message is about a release: an event, or a reminder. */
export function isReleaseKind(kind: TopicKind): kind is ReleaseKind | 'REMINDER' {
	return kind === 'REMINDER' || (RELEASE_KINDS as readonly TopicKind[]).includes(kind);
}
