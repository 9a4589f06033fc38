import { createHash } from 'node:crypto';
import type { Knex } from '@dropwire/db';
import { discordUrl } from '@dropwire/domain';
import type { Begun } from './living.ts';
import { offerOfEvent, type ProductEvent } from '../product/event.ts';

/** The short URL of a product's page in a message. */
export interface Link {
	/** Twelve characters of base64url, which no short URL of an operator has. */
	slug: string;
	url: string;
}

/**
 * The short URL of an event's message; null for a product without a page, or with one that no message links to. It
 * follows from the product and the time at which the message began, so that the edits of a message keep its link.
 */
export function eventLink(event: ProductEvent, begun: Begun | null): Link | null {
	const url = discordUrl(event.after?.url);
	if (url === undefined) return null;
	const product = [event.source, event.sku, event.region, offerOfEvent(event), begun?.at ?? event.at];
	return { slug: createHash('sha256').update(JSON.stringify(product)).digest('base64url').slice(0, 12), url };
}

/** Stores the links of an event's message and of its edits, except those that the edited messages have. */
export async function storeLinks(trx: Knex.Transaction, eventId: number, links: readonly Link[]): Promise<void> {
	if (links.length === 0) return;
	await trx('event_links')
		.insert(links.map((link) => ({ ...link, eventId })))
		.onConflict('slug')
		.ignore();
}
