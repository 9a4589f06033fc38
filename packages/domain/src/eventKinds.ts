/**
 * The kinds of product event (contract: "Kinds of event"): an event's kind is the first of these that fits. `name` is
 * its name in logs and posts, `headline` what a message says, `color` the bar of the message's embed, 0xRRGGBB.
 */
export const KINDS = {
	SHOCK_DROP: { name: 'Shock drop', headline: 'Shock drop', color: 0xff4d4f },
	LIVE: { name: 'Live', headline: 'Live now', color: 0x2dd4bf },
	NEW: { name: 'New', headline: 'New product', color: 0x5aa9ff },
	STATUS: { name: 'Status', headline: 'Status change', color: 0xffb020 },
	RESTOCK: { name: 'Restock', headline: 'Restock', color: 0x3ecf8e },
	PRICE: { name: 'Price', headline: 'Price change', color: 0xb37feb },
	STOCK: { name: 'Stock', headline: 'Stock change', color: 0x8a94a6 },
} as const satisfies Record<string, { name: string; headline: string; color: number }>;
export type EventKind = keyof typeof KINDS;

export const EVENT_KINDS = Object.keys(KINDS) as [EventKind, ...EventKind[]];
