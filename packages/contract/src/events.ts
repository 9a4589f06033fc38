import {
	DELIVERY_STATUSES,
	EVENT_KINDS,
	isSkuOf,
	LIMITS,
	OFFER_IDS,
	offerOf,
	PRODUCT_BRANDS,
	PRODUCT_STATUSES,
	STOCK_STATES,
	TIME_LIMITS,
	WHY_RULES,
} from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
	Id,
	lowerWord,
	NextCursor,
	NO_SKU_OF_BRAND,
	ObservedAt,
	Place,
	queryNumber,
	Region,
	StoredSku,
	text,
	upperText,
	WebUrl,
	word,
} from './fields.ts';

/** A time before this one, in 1973, is in seconds: a launch that seems to be long over is never live. */
export const EARLIEST_LAUNCH_MS = 1e11;

/** More precise than `available`, which it decides where it is given: only `in_stock` is available. */
const State = lowerWord(STOCK_STATES)
	.nullable()
	.default(null)
	.describe('Decides instead of `available` where it is given; only in_stock is available.');

const Moment = z
	.number()
	.int()
	.min(EARLIEST_LAUNCH_MS, 'must be in milliseconds since 1970, not in seconds')
	.lt(TIME_LIMITS.until, 'must be before the year 2100');

/**
 * A product at one moment. It has the same shape as in the engine, declared here to check what external monitors send.
 */
const Snapshot = z.object({
	title: text(LIMITS.title),
	subtitle: z.string().trim().max(LIMITS.title).nullable().default(null),
	/** For filters of words. */
	color: z.string().trim().max(LIMITS.title).nullable().default(null),
	/** The category of the product's topics: SHOES, EQUIPMENT, REFURBISHED, LAPTOPS, HOT1, ALL. */
	category: upperText(16),
	status: word(PRODUCT_STATUSES).nullable().default(null),
	/** Price in minor units of the currency: 20500 is 205.00 USD. */
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
	launchAt: Moment.nullable().default(null),
	launchMethod: word(['LEO', 'DAN', 'FLOW']).nullable().default(null),
	/** Until when a draw takes entries. */
	entriesUntil: Moment.nullable().optional(),
	/** Null if unknown, here and for sizes. */
	available: z.boolean().nullable(),
	state: State,
	sizes: z
		.array(
			z.object({
				size: text(64),
				available: z.boolean().nullable(),
				state: State,
				level: word(['HIGH', 'MEDIUM', 'LOW', 'OOS']).nullable().default(null),
				count: z.number().int().nonnegative().max(1e9).nullable().default(null),
				/** Puts the size into the shop's cart. */
				url: WebUrl.nullable().default(null),
			}),
		)
		.max(200, 'must have at most 200 sizes')
		.default([]),
	promoExcluded: z.boolean().default(false),
	image: WebUrl.nullable().default(null),
	url: WebUrl.nullable().default(null),
});

/** What an external monitor knows about one product: a snapshot, that it is gone, or that its shop did not answer. */
export const EventItem = z
	.object({
		source: word(PRODUCT_BRANDS),
		sku: StoredSku,
		region: Region,
		/** Null when the product is gone. */
		snapshot: Snapshot.nullable().optional(),
		/** Instead of `snapshot`: why the shop could not be read. */
		blocked: text(LIMITS.reason).optional(),
		/**
		 * Which offer of the SKU is gone or blocked. If absent: the one that this monitor reported last, else the new one.
		 * A snapshot needs none, its category says it.
		 */
		offer: word(OFFER_IDS)
			.optional()
			.describe(
				'Which offer of the SKU is gone or blocked; if absent, the one that this monitor reported last, else NEW. A snapshot needs none: its category REFURBISHED is the offer REFURBISHED, any other is NEW.',
			),
		/** When the product was read; now if absent. An item that is not newer than the last one is ignored. */
		observedAt: ObservedAt.optional(),
	})
	.refine(({ source, sku }) => isSkuOf(source, sku), NO_SKU_OF_BRAND)
	.refine(({ snapshot, blocked }) => (snapshot === undefined) !== (blocked === undefined), {
		path: ['snapshot'],
		error: 'must be given, null for a product that is gone, unless blocked is given',
	})
	.refine(({ snapshot, offer }) => !snapshot || offer === undefined || offer === offerOf(snapshot.category), {
		path: ['offer'],
		error: 'must be REFURBISHED exactly if the category of the snapshot is REFURBISHED; it can be left out',
	});
export type EventItem = z.infer<typeof EventItem>;

/** Events per page. */
const EVENT_PAGE = 50;

const Event = z.object({
	id: z.string(),
	kind: z.enum(EVENT_KINDS),
	source: z.string(),
	sku: z.string(),
	region: z.string(),
	offer: z.enum(OFFER_IDS),
	/** Snapshots; null when the product did not exist. */
	before: z.unknown(),
	after: z.unknown(),
	at: z.number(),
	/** `Nike Shoes Active · US`; null for an event that only the broadcast list gets. */
	topic: z.string().nullable(),
	/**
	 * The number of webhooks that the event was queued for, including those that were off. Clients see those of the
	 * servers that they manage.
	 */
	deliveries: z.number().int(),
	/** How often people opened the Buy link of its message, over all servers; null for clients. */
	clicks: z.number().int().nullable(),
});
export type ProductEventRow = z.infer<typeof Event>;
/** An event of the live stream, which is the same for every reader. */
export type LiveEvent = Omit<ProductEventRow, 'deliveries' | 'clicks'>;

const EventDetails = Event.extend({
	/** Null for an event of which the message was deleted. */
	message: z
		.object({
			id: z.string(),
			/** Discord's webhook body; that of the edit, if it continues an earlier message. */
			body: z.unknown(),
			/** Whether it continues an earlier message about the product, which it edits where that one was sent. */
			continues: z.boolean(),
			/** Its deliveries by status, as far as the caller can see them. */
			counts: z.record(z.enum(DELIVERY_STATUSES), z.number().int()),
			edits: z.number().int(),
		})
		.nullable(),
});
export type EventPage = z.infer<typeof EventDetails>;

/** A subscription for which nothing was queued. */
const Without = z.object({
	/** The subscription's id. */
	id: z.string(),
	/** The row's name in an operator group; null elsewhere. */
	label: z.string().nullable(),
	/** The id of the webhook's page, for admins. */
	webhookId: z.string().nullable(),
	list: z.enum(['operators', 'server', 'broadcast']),
	place: Place,
	/** The masked URL, with the thread. */
	target: z.string(),
	/** The first rule that says no, by what is stored now. */
	rule: z.enum(WHY_RULES),
	detail: z.string(),
});
export type WithoutMessage = z.infer<typeof Without>;

/** Product events: lists them, and ingests snapshots from external monitors. */
export const eventCalls = {
	events: endpoint({
		method: 'GET',
		path: '/api/events',
		auth: { role: 'client' },
		description: 'Product events, newest first, with the topic of each and the number of webhooks that it went to.',
		query: z.object({
			sku: StoredSku.optional(),
			brand: word(PRODUCT_BRANDS).optional(),
			region: Region.optional(),
			kind: word(EVENT_KINDS).optional(),
			/** `nobody`: only events that went to no webhook. For admins. */
			reached: z.string().trim().toLowerCase().pipe(z.literal('nobody')).optional(),
			cursor: Id.optional(),
			limit: queryNumber(1, EVENT_PAGE).default(EVENT_PAGE),
		}),
		output: z.object({ data: z.array(Event), nextCursor: NextCursor }),
		errors: ['forbidden'],
	}),
	event: endpoint({
		method: 'GET',
		path: '/api/event',
		auth: { role: 'client' },
		description: 'One product event with its message, and what became of it.',
		query: z.object({ id: Id }),
		output: z.object({ data: EventDetails }),
		errors: ['not_found'],
	}),
	eventSubscriptions: endpoint({
		method: 'GET',
		path: '/api/eventsubscriptions',
		auth: { role: 'client' },
		description:
			"The subscriptions of an event's topic, and the broadcast list, for which nothing was queued, each with the first rule that says no. Clients see those of the servers that they manage.",
		query: z.object({ id: Id, cursor: Id.optional() }),
		output: z.object({ data: z.array(Without), nextCursor: NextCursor }),
		errors: ['not_found'],
	}),
	eventsIngest: endpoint({
		method: 'POST',
		path: '/api/events',
		auth: { role: 'admin', via: 'token' },
		effects: 'own',
		repeatable: true,
		description:
			'Ingests product snapshots from an external monitor and publishes the resulting events. Responds with the kind of each event, null for a snapshot that causes none.',
		body: z
			.object({
				/** The monitor's name. With `everyMs`, the call is a heartbeat, also without events. */
				monitor: text(LIMITS.monitor).optional(),
				/** How often the monitor calls, ms. After three missed calls it counts as silent. */
				everyMs: z.number().int().min(1000).max(86_400_000).optional(),
				events: z.array(EventItem).max(LIMITS.skusPerCall, `must have at most ${LIMITS.skusPerCall} events`),
			})
			.refine(({ monitor, everyMs }) => (monitor === undefined) === (everyMs === undefined), {
				path: ['monitor'],
				error: 'must be given together with everyMs',
			})
			.refine(({ monitor, events }) => monitor !== undefined || events.length > 0, {
				path: ['events'],
				error: 'must have an event, unless monitor and everyMs are given',
			}),
		output: z.object({
			data: z.array(z.object({ sku: z.string(), region: z.string(), kind: z.enum(EVENT_KINDS).nullable() })),
		}),
		status: 202,
	}),
};
