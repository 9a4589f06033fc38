import { createHash } from 'node:crypto';
import { type Database, type Knex, TopicRow } from '@dropwire/db';
import { discordUrl, isReleaseKind, RELEASES, routeOf, type Topic } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { WebhookBody } from '../message/body.ts';
import { watchButton } from '../message/buttons.ts';
import { isComparable } from '../product/compare.ts';
import { offerOfEvent, type ProductEvent } from '../product/event.ts';
import type { Digested, Guarded, Queued } from '../product/publisher.ts';
import { EDITABLE_WINDOW, type EditableMessage, type EditPolicy, findEditable } from './edits.ts';
import { startFanout } from './fanout.ts';
import { insertMessage } from './insertMessage.ts';
import { composeDigest } from './messages/composeDigest.ts';
import { composeEvent } from './messages/composeEvent.ts';
import { statesToCount } from './subscriptions/filter.ts';

/** What events are published with. */
export interface PublishOptions {
	/** How long and how often a product's message is edited. */
	policy?: EditPolicy | undefined;
	/** The origin of short URLs, for a link in the message that counts clicks; null for none. */
	clickUrl?: string | null | undefined;
	/** Stores what else follows from an event, in its transaction. */
	alsoStore?: ((trx: Knex.Transaction, eventId: number, event: ProductEvent) => Promise<unknown>) | undefined;
}

/**
 * Stores an event, its message and one delivery per webhook, in one transaction: after that, nothing can be lost. A
 * message to many webhooks gets the rest of its deliveries afterwards, from a row that the transaction stores
 * (`fanout.ts`): a webhook that is linked or removed in these seconds may or may not get the message.
 * A stock event edits the product's message of the last minutes, at the webhooks that got one (`edits.ts`).
 * @param guard runs first in the transaction; if it resolves to false, nothing is stored
 * @returns null if the guard resolved to false
 */
export async function queueEvent(
	db: Database,
	event: ProductEvent,
	guard: Guarded['guard'] = async () => true,
	{ policy = EDITABLE_WINDOW, clickUrl = null, alsoStore }: PublishOptions = {},
): Promise<Queued | null> {
	const { editable, earlier, continues } = await findEditable(db.knex, event, policy);
	const links: Link[] = [];
	const compose = (edited: EditableMessage | null): WebhookBody => {
		const link = clickUrl === null ? null : eventLink(event, edited);
		if (link) links.push(link);
		const body = composeEvent(event, edited, link && `${clickUrl}/s/${link.slug}`);
		return { ...body, ...watchButton(event) };
	};
	const body = compose(null);
	const bodies = editable.map((edited) => [edited.messageId, compose(edited)] as const);
	const edits = bodies.length === 0 ? null : JSON.stringify(Object.fromEntries(bodies));
	return db.transaction(async (trx) => {
		if (!(await guard(trx))) return null;
		const { eventId, topicId } = await insertEvent(trx, event);
		const restockTopicId = await topicIdOf(trx, restockTopicFor(event));
		await storeLinks(trx, eventId, links);
		const message = { kind: 'EVENT', eventId, seenAt: event.at } as const;
		const chain = { edits, continues, begins: earlier.length === 0 };
		const stored = await insertMessage(trx, { ...message, ...chain }, body);
		await alsoStore?.(trx, eventId, event);
		const complete = await startFanout(trx, {
			...stored,
			topicId,
			restockTopicId,
			webhookIds: null,
			earlier,
			gapsMs: policy.gapsMs,
		});
		const pending = trx('deliveries').where({ messageId: stored.messageId, status: 'pending' });
		return { eventId, deliveries: complete ? await countOf(pending) : null };
	});
}

/** Stores an event without a topic and a message, and what else follows from it. @returns null if the guard resolved to false */
export async function queueWithoutMessage(
	db: Database,
	event: ProductEvent,
	guard: Guarded['guard'],
	alsoStore: NonNullable<PublishOptions['alsoStore']>,
): Promise<Queued | null> {
	return db.transaction(async (trx) => {
		if (!(await guard(trx))) return null;
		const [eventId] = await trx('events').insert(rowOf(event, null));
		await alsoStore(trx, eventId as number, event);
		return { eventId: eventId as number, deliveries: 0 };
	});
}

/**
 * Stores many events, each with a row of its own, and one message for all that have the same topic, which lists them, in
 * one transaction. The filters of a subscription decide which of the products its message lists.
 * @param others the number of products that are counted in the message, but not listed
 * @param alsoStore stores what else follows from each event, in its transaction
 * @returns the events that were stored
 */
export async function queueDigest(
	db: Database,
	events: readonly Guarded[],
	others = 0,
	alsoStore?: PublishOptions['alsoStore'],
): Promise<Digested[]> {
	return db.transaction(async (trx) => {
		const stored: { event: ProductEvent; eventId: number; topicId: number | null }[] = [];
		for (const { event, guard } of events) {
			if (!(await guard(trx))) continue;
			const inserted = await insertEvent(trx, event);
			await alsoStore?.(trx, inserted.eventId, event);
			stored.push({ event, ...inserted });
		}
		const digested: Digested[] = [];
		for (const [topicId, same] of Map.groupBy(stored, (one) => one.topicId)) {
			const [first, ...rest] = same as [(typeof same)[0], ...typeof same];
			const ids = rest.map(({ eventId }) => eventId);
			await trx('events').whereIn('id', ids).update({ digestOf: first.eventId });
			const listed = same.map(({ event }) => event);
			digested.push(...listed.map((event) => ({ event, messageEventId: first.eventId })));
			const body =
				same.length + others === 1
					? { ...composeEvent(first.event), ...watchButton(first.event) }
					: composeDigest(listed, others);
			const message = { kind: 'EVENT', eventId: first.eventId, seenAt: first.event.at } as const;
			await startFanout(trx, { ...(await insertMessage(trx, message, body)), topicId, webhookIds: null });
		}
		return digested;
	});
}

/** The topic of an event, by its brand's routes; null if only the broadcast list gets it. */
export function topicFor(event: ProductEvent): Topic | null {
	const { source, region, kind, before, after } = event;
	const product = after ?? before;
	if (!product) return null;
	return routeOf({
		brand: source,
		category: isReleaseKind(kind) ? RELEASES : product.category,
		region,
		kind,
		productStatus: after?.status ?? null,
		priceFell:
			isComparable(before?.price, after?.price) && Number(after?.price?.current) < Number(before?.price?.current),
	});
}

/**
 * The topic that gets the product's restocks, for an event of another topic in which a state besides in stock was entered:
 * its subscriptions that count this state as available get the event, too. Null for any other event.
 */
export function restockTopicFor(event: ProductEvent): Topic | null {
	if (statesToCount(event).size === 0) return null;
	const topic = topicFor({ ...event, kind: 'RESTOCK' });
	return topic?.toolsName === topicFor(event)?.toolsName ? null : topic;
}

/** The short URL of a product's page in a message. */
export interface Link {
	/** Twelve characters of base64url, which no short URL of an operator has. */
	slug: string;
	url: string;
}

/**
 * The short URL of an event's message; null for a product without a page, or with one that no message links to. It
 * follows from the product and the time at which the message began, so that the edits of a message keep its link. Only
 * the line Buy uses it: readers trust the shop's address more, and a link through the server shows it who opened what.
 */
function eventLink(event: ProductEvent, edited: EditableMessage | null): Link | null {
	const url = discordUrl(event.after?.url);
	if (url === undefined) return null;
	const product = [event.source, event.sku, event.region, offerOfEvent(event), edited?.at ?? event.at];
	return { slug: createHash('sha256').update(JSON.stringify(product)).digest('base64url').slice(0, 12), url };
}

/** Stores the links of an event's message and of its edits, except those that the edited messages have. */
async function storeLinks(trx: Knex.Transaction, eventId: number, links: readonly Link[]): Promise<void> {
	if (links.length === 0) return;
	await trx('event_links')
		.insert(links.map((link) => ({ ...link, eventId })))
		.onConflict('slug')
		.ignore();
}

export async function insertEvent(
	trx: Knex.Transaction,
	event: ProductEvent,
): Promise<{ eventId: number; topicId: number | null }> {
	const topicId = await topicIdOf(trx, topicFor(event));
	const [eventId] = await trx('events').insert(rowOf(event, topicId));
	return { eventId: eventId as number, topicId };
}

/** An event as it is stored. */
export function rowOf(event: ProductEvent, topicId: number | null) {
	return {
		source: event.source,
		sku: event.sku,
		region: event.region,
		offer: offerOfEvent(event),
		kind: event.kind,
		topicId,
		before: shownSnapshot(event.before),
		after: shownSnapshot(event.after),
		at: event.at,
	};
}

/** Without who named the launch, which is no business of those who read events. */
function shownSnapshot(snapshot: ProductSnapshot | null): string | null {
	if (snapshot === null) return null;
	const { launchBy: _, ...shown } = snapshot;
	return JSON.stringify(shown);
}

async function topicIdOf(trx: Knex.Transaction, topic: Topic | null): Promise<number | null> {
	if (!topic) return null;
	const { brand, category, region, status } = topic;
	const row = await TopicRow.query(trx).findOne({ brand, category, region, status }).select('id');
	return row?.id ?? null;
}

/** The number that a query counts. */
export async function countOf(query: Knex.QueryBuilder): Promise<number> {
	const row = await query.count({ count: '*' }).first();
	return Number(row?.['count'] ?? 0);
}
