import {
	ADIDAS_LIST,
	ENTRY_STATES,
	EVIDENCE,
	HOT_LISTS,
	type HotMonitor,
	HP_LIST,
	LIMITS,
	LINK_LIST,
	OTHER_STATES,
	PIN_LIMITS,
	REFURBISHED_LIST,
	REGIONS,
	SHOP_ADAPTERS,
	SKU_LISTS,
	WATCH_LISTS,
} from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, queryNumber, Region, text, WatchListName, WebUrl, word } from './fields.ts';

/** Entries per page of the SKU manager's lists. */
const PAGE = 500;

const PIN_RANGE = `must be null or a whole number of milliseconds from ${PIN_LIMITS.minMs} to ${PIN_LIMITS.maxMs}`;

const Action = word(['ADD', 'REMOVE']);
/**
 * SKUs, or links, which are longer. The handler checks new ones against their brand's format. Any SKU or link that is on a
 * list can be removed.
 */
const Skus = z
	.array(text(LIMITS.url))
	.min(1, 'must name a SKU')
	.max(LIMITS.skusPerCall, `must have at most ${LIMITS.skusPerCall} SKUs`);
/**
 * The regions in which to watch the added entries; none for every region in which somebody subscribes. Without the
 * field, an entry that is already on the list keeps its regions.
 */
const Regions = z.array(z.string().trim().max(8)).max(REGIONS.length);
const Changed = z.object({
	data: z.object({
		type: z.string(),
		/** SKUs that were added, or removed; links without fragment and tracking parameters. */
		changed: z.array(z.string()),
		unchanged: z.array(z.string()),
		/** With `regions`: SKUs that were already on the list and are now watched in other regions. */
		updated: z.array(z.string()).optional(),
	}),
});

const EntryState = z
	.string()
	.trim()
	.toLowerCase()
	.meta({ enum: ENTRY_STATES })
	.pipe(z.enum(ENTRY_STATES, { error: `must be one of ${ENTRY_STATES.join(', ')}` }));
/** The filters of a list's entries, and the page. */
const filters = (size: number) => ({
	state: EntryState.optional(),
	/** Entries that are watched in this region. */
	region: Region.optional(),
	/** Entries whose SKU or link contains this text. */
	q: text(LIMITS.sku).optional(),
	cursor: Id.optional(),
	limit: queryNumber(1, LIMITS.list).default(size),
});
/** What the entries of every list have in common. */
const Entry = {
	/** A SKU, or a link without fragment and tracking parameters. */
	sku: z.string(),
	/** The product's page, on lists whose entries are a SKU and a link. */
	productLink: z.string().nullable(),
	/** The format in which the link is read; null until a check read it, and after a test of the link. */
	adapter: z.enum(SHOP_ADAPTERS).nullable(),
	state: z.enum(ENTRY_STATES),
	/** The only regions in which it is watched; null for every region in which somebody subscribes. */
	regions: z.array(z.string()).nullable(),
	/** Why it cannot be a product of the list's brand, for an entry that the check would reject today; else null. */
	problem: z.string().nullable(),
	/** Why it is not polled yet: `its link is not known yet`; else null. */
	note: z.string().nullable(),
	/** The interval that an operator pinned, ms; null for none. */
	intervalMs: z.number().int().nullable(),
	addedAt: z.number(),
	/** The latest check in any region; null before the first check. */
	checkedAt: z.number().nullable(),
	changedAt: z.number().nullable(),
};

/** The product of an entry as the latest check found it; null or empty if none has. */
const FoundProduct = {
	title: z.string().nullable(),
	image: z.string().nullable(),
	/** The product's page at the shop. */
	url: z.string().nullable(),
	/** In the currency's minor unit. */
	price: z.object({ current: z.number().int(), full: z.number().int(), currency: z.string() }).nullable(),
	/** When a check last read the price, epoch ms; null for a price that the latest check read. */
	priceAt: z.number().nullable(),
	/** Null if unknown, here and for sizes. */
	available: z.boolean().nullable(),
	/** How it can be had although it is not in stock; null for none. */
	stockState: z.enum(OTHER_STATES).nullable(),
	/** The most precise statement about stock that the shop made. */
	evidence: z.enum(EVIDENCE).nullable(),
	/** Null on lists that are watched in several regions, which differ in their sizes. */
	sizes: z
		.array(
			z.object({
				size: z.string(),
				available: z.boolean().nullable(),
				state: z.enum(OTHER_STATES).optional(),
				count: z.number().int().nullable(),
				/** Set if the shop stops counting at `count`. */
				countIsMinimum: z.literal(true).optional(),
			}),
		)
		.nullable(),
	/**
	 * The oldest of its latest checks in the regions where it is polled, with `checkedAt` null if there was none yet;
	 * null for an entry that is not polled.
	 */
	oldestCheck: z.object({ region: z.string(), checkedAt: z.number().nullable() }).nullable(),
	/** The regions that currently sell it. */
	soldIn: z.array(z.string()),
	/** The regions where the retailer blocks the check, each with the reason. */
	blocked: z.array(z.object({ region: z.string(), reason: z.string(), since: z.number() })),
};

/** `monitor1` and so on: the calls' names of the hot SKU lists. */
const Hot = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(
		z.enum(Object.keys(HOT_LISTS) as [HotMonitor, ...HotMonitor[]], {
			error: `must be one of ${Object.keys(HOT_LISTS).join(', ')}`,
		}),
	);
/** The form of an entry depends on the list; the handler checks it. */
const HotBody = z.object({
	sku: z.union([text(LIMITS.url), z.array(text(LIMITS.sku)).min(1, 'must name a SKU').max(LIMITS.skusPerCall)]),
	productLink: WebUrl.optional(),
	regions: Regions.optional(),
});
const HotChanged = z.object({
	data: z.object({
		type: z.string(),
		sku: z.union([z.string(), z.array(z.string())]),
		productLink: z.string().nullable(),
	}),
});

/** The SKU manager: the products that the monitors watch. */
export const watchlistCalls = {
	skus: endpoint({
		method: 'GET',
		path: '/api/skus',
		auth: { role: 'admin' },
		description: `The entries of a watch list, newest first, with their state and latest check; ${PAGE} per page unless \`limit\` says otherwise.`,
		query: z.object({
			type: word([ADIDAS_LIST, ...Object.keys(WATCH_LISTS), REFURBISHED_LIST, HP_LIST, LINK_LIST]),
			...filters(PAGE),
		}),
		output: z.object({
			data: z.array(z.object({ ...Entry, ...FoundProduct })),
			nextCursor: NextCursor,
		}),
	}),
	skuStates: endpoint({
		method: 'GET',
		path: '/api/skustates',
		auth: { role: 'admin' },
		cache: 'everyone',
		description: 'The number of entries of a list in each state. `type` is the name of any list of SKUs or links.',
		query: z.object({ type: word(Object.keys(SKU_LISTS) as [string, ...string[]]) }),
		output: z.object({ data: z.record(z.enum(ENTRY_STATES), z.number().int()) }),
	}),
	skusChange: endpoint({
		method: 'POST',
		path: '/api/skus',
		auth: { role: 'admin' },
		description:
			"Adds SKUs or links to a watch list or removes them; the answer lists which ones changed. A new SKU must have the format of the list's brand, and a link its shop's host. HP takes part numbers and links at hp.com; LINKS takes links to products of shops without a list of their own.",
		query: z.object({ action: Action }),
		body: z.object({ sku: Skus, type: WatchListName, regions: Regions.optional() }),
		output: Changed,
	}),
	skuPin: endpoint({
		method: 'POST',
		path: '/api/skupin',
		auth: { role: 'admin' },
		description:
			'Pins the time between two checks of an entry of any list, within the budget of its shop: pinned products get at most half of the calls. Null ends it. Hot lists and launches are checked as before.',
		body: z.object({
			type: word(Object.keys(SKU_LISTS) as [string, ...string[]]),
			sku: text(LIMITS.url),
			intervalMs: z
				.number(PIN_RANGE)
				.int(PIN_RANGE)
				.min(PIN_LIMITS.minMs, PIN_RANGE)
				.max(PIN_LIMITS.maxMs, PIN_RANGE)
				.nullable(),
		}),
		output: z.object({
			data: z.object({ type: z.string(), sku: z.string(), intervalMs: z.number().int().nullable() }),
		}),
		errors: ['not_found'],
	}),
	adidasSkusChange: endpoint({
		method: 'POST',
		path: '/api/adidasskus',
		auth: { role: 'admin' },
		description: 'Adds SKUs to Adidas Hot #1 or removes them; the answer lists which ones changed.',
		query: z.object({ action: Action }),
		body: z.object({ sku: Skus, type: word([ADIDAS_LIST]), regions: Regions.optional() }),
		output: Changed,
	}),
	hotSkus: endpoint({
		method: 'GET',
		path: '/api/hotskus',
		auth: { role: 'admin' },
		description:
			'The entries of a hot SKU list, newest first, with their state, and their latest check if a source watches the list. Without `limit`, the whole list. `with=product` adds what the check found.',
		query: z.object({ type: Hot, with: word(['PRODUCT']).optional(), ...filters(LIMITS.list) }),
		output: z.object({
			data: z.array(z.object({ ...Entry, ...z.object(FoundProduct).exactPartial().shape })),
			nextCursor: NextCursor,
		}),
	}),
	hotSkuCreate: endpoint({
		method: 'POST',
		path: '/api/hotskucreate',
		auth: { role: 'admin' },
		description: 'Puts a SKU, a list of SKUs or a product link on a hot SKU list.',
		query: z.object({ type: Hot }),
		body: HotBody,
		output: HotChanged,
		status: 201,
		errors: ['conflict'],
	}),
	hotSkuDelete: endpoint({
		method: 'DELETE',
		path: '/api/hotskudelete',
		auth: { role: 'admin' },
		description: 'Takes a SKU, a list of SKUs or a product link off a hot SKU list.',
		query: z.object({ type: Hot }),
		body: HotBody,
		output: HotChanged,
		errors: ['not_found'],
	}),
};
