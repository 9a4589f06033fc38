import { BRANDS, EVENT_KINDS, LIMITS, PRODUCT_STATUSES } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, Region, Sku, text, WebUrl, word } from './fields.ts';

/** A product at one moment; the engine's own shape, stated here so that outside monitors can be checked. */
const Snapshot = z.object({
	title: text(LIMITS.title),
	subtitle: z.string().trim().max(LIMITS.title).nullable().default(null),
	/** The category of the topics it belongs to: SHOES, EQUIPMENT, REFURBISHED, LAPTOPS, HOT1. */
	category: text(16).toUpperCase(),
	status: word(PRODUCT_STATUSES).nullable().default(null),
	/** Minor units of the currency: 20500 is 205.00 USD. */
	price: z
		.object({
			current: z.number().int().nonnegative().max(1e12),
			full: z.number().int().nonnegative().max(1e12),
			currency: z
				.string()
				.trim()
				.toUpperCase()
				.regex(/^[A-Z]{3}$/, 'must be a currency code of three letters'),
		})
		.nullable()
		.default(null),
	launchAt: z.number().int().nonnegative().max(8.64e15).nullable().default(null),
	launchMethod: word(['LEO', 'DAN', 'FLOW']).nullable().default(null),
	available: z.boolean(),
	sizes: z
		.array(
			z.object({
				size: text(64),
				available: z.boolean(),
				level: word(['HIGH', 'MEDIUM', 'LOW', 'OOS']).nullable().default(null),
				count: z.number().int().nonnegative().max(1e9).nullable().default(null),
			}),
		)
		.max(200, 'must have at most 200 sizes')
		.default([]),
	promoExcluded: z.boolean().default(false),
	image: WebUrl.nullable().default(null),
	url: WebUrl.nullable().default(null),
});

const Event = z.object({
	id: z.string(),
	kind: z.enum(EVENT_KINDS),
	source: z.string(),
	sku: z.string(),
	region: z.string(),
	/** Snapshots; null when the product was not there. */
	before: z.unknown(),
	after: z.unknown(),
	at: z.number(),
});
export type ProductEventRow = z.infer<typeof Event>;

/** What was seen, what changed, and what happens now. */
export const eventCalls = {
	events: endpoint({
		method: 'GET',
		path: '/api/events',
		who: 'client',
		description: 'Product events, newest first.',
		query: z.object({ sku: Sku.optional(), cursor: Id.optional() }),
		output: z.object({ data: z.array(Event), nextCursor: NextCursor }),
	}),
	eventsHandIn: endpoint({
		method: 'POST',
		path: '/api/events',
		who: 'admin',
		description:
			'An outside monitor hands in how products stand; what changed since the last time goes out like our own. Answers with the kind of each, null where nothing is news.',
		body: z.object({
			events: z
				.array(
					z.object({
						source: word(BRANDS.filter((brand) => brand !== 'STOCK') as [string, ...string[]]),
						sku: Sku,
						region: Region,
						/** Null when the product is gone. */
						snapshot: Snapshot.nullable(),
					}),
				)
				.min(1, 'must have an event')
				.max(LIMITS.skusPerCall, `must have at most ${LIMITS.skusPerCall} events`),
		}),
		output: z.object({
			data: z.array(z.object({ sku: z.string(), region: z.string(), kind: z.enum(EVENT_KINDS).nullable() })),
		}),
		status: 202,
		tokenOnly: true,
		ownTransactions: true,
	}),
	live: endpoint({
		method: 'GET',
		path: '/api/live',
		who: 'client',
		description:
			'Server-sent events: `event` for product events, `delivery` for deliveries that the caller may see, `guild` when somebody changed what a guild of theirs gets (also by the bot), `reset` when too much was missed to tell it all. Goes on after Last-Event-ID.',
		output: 'stream',
	}),
	audit: endpoint({
		method: 'GET',
		path: '/api/audit',
		who: 'admin',
		description: 'Who changed what, newest first.',
		query: z.object({ cursor: Id.optional() }),
		output: z.object({
			data: z.array(
				z.object({
					id: z.string(),
					at: z.number(),
					/** Discord id; null for nobody signed in. */
					actor: z.string().nullable(),
					actorName: z.string().nullable(),
					via: z.string(),
					action: z.string(),
					target: z.string().nullable(),
					before: z.unknown(),
					after: z.unknown(),
					requestId: z.string().nullable(),
				}),
			),
			nextCursor: NextCursor,
		}),
	}),
};
