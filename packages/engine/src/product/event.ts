import { type Brand, type EventKind, type Offer, offerOf, OFFERS, type Region, type TopicKind } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';

/**
 * A change between two consecutive snapshots of a product. `before` is null if it was not listed, `after` if it is
 * gone.
 */
export interface ProductEvent {
	source: Brand;
	sku: string;
	region: Region;
	kind: EventKind;
	before: ProductSnapshot | null;
	after: ProductSnapshot | null;
	/** When the answer that showed the change was read, epoch ms. */
	at: number;
}

/** What a message is about: an event, or a launch that a subscription is reminded of. */
export interface MessageSubject extends Omit<ProductEvent, 'kind'> {
	kind: TopicKind;
	/** Only of a reminder: how long before the launch it is sent, and when that is, epoch ms. */
	reminder?: { minutes: number; dueAt: number };
}

/** Whether the event is only about stock. Such events are published at most once per quiet time. */
export function isStockEvent(kind: TopicKind): boolean {
	return kind === 'STOCK' || kind === 'RESTOCK';
}

/** Whether the event is that a product's sale began, so that nothing of it came back. */
export function isLaunchEvent(kind: EventKind): boolean {
	return kind === 'LIVE' || kind === 'SHOCK_DROP';
}

/** The offer that changed. */
export function offerOfEvent({ before, after }: Pick<ProductEvent, 'before' | 'after'>): Offer {
	return offerOf((after ?? before)?.category ?? '');
}

/** `Refurbished`; empty for a new product. */
export function offerText(event: Pick<ProductEvent, 'before' | 'after'>): string {
	const offer = offerOfEvent(event);
	return offer === 'NEW' ? '' : OFFERS[offer].name;
}

/** An event as the database stores it: the snapshots as JSON. */
export type StoredEvent = Omit<ProductEvent, 'before' | 'after'> & { before: string | null; after: string | null };

export function storedEvent({ before, after, ...event }: StoredEvent): ProductEvent {
	const read = (snapshot: string | null) => (snapshot === null ? null : (JSON.parse(snapshot) as ProductSnapshot));
	return { ...event, before: read(before), after: read(after) };
}
