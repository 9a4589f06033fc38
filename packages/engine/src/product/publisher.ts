import type { Knex } from '@dropwire/db';
import type { ProductEvent } from './event.ts';

/** An event to store, and what runs before it in its transaction; if that resolves to false, the event is left out. */
export interface Guarded {
	event: ProductEvent;
	guard: (trx: Knex.Transaction) => Promise<boolean>;
}

export interface Queued {
	eventId: number;
	/**
	 * The number of pending deliveries; null if the event has too many webhooks to store all of them in its transaction.
	 * Disabled webhooks get a failed delivery with the reason, which does not count.
	 */
	deliveries: number | null;
}

/** An event that shares a message. */
export interface Digested {
	event: ProductEvent;
	/** The event that the message names, the first of those that share it. */
	messageEventId: number;
}

/** More new products of a shop at once than this share a message. */
export const MAX_SINGLE = 10;

/** Stores events with their messages and deliveries. What finds changes is given one. */
export interface Publisher {
	/** @returns null if the guard resolved to false */
	queueEvent(event: ProductEvent, guard: Guarded['guard']): Promise<Queued | null>;
	/** Stores an event that only the watches of persons get: no list watches its product. */
	queuePersonal(event: ProductEvent, guard: Guarded['guard']): Promise<Queued | null>;
	/**
	 * Stores many events, with one message for all that have the same topic.
	 * @param others the number of products that are counted in the message, but not listed
	 * @returns the events that were stored
	 */
	queueDigest(events: readonly Guarded[], others?: number): Promise<Digested[]>;
}
