import { HISTORY_LIMITS, OFFER_IDS, PRICE_VERDICTS, PRODUCT_BRANDS, PRODUCT_STATUSES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { lowerWord, QueryTime, Region, StoredSku, word } from './fields.ts';

const Amount = z.number().int().nullable();
const Lowest = z.object({ price: z.number().int(), at: z.number() }).nullable();

/** The state from a moment until the next point. Prices are in the currency's minor unit; null is unknown. */
const Point = z.object({
	at: z.number(),
	price: Amount,
	full: Amount,
	currency: z.string().nullable(),
	status: z.enum(PRODUCT_STATUSES).nullable(),
	available: z.boolean().nullable(),
	/** The number of sizes known to be available; null where the product lists none. */
	inStock: z.number().int().nullable(),
	/** Watching ended: no price is in force. */
	gap: z.literal(true).optional(),
	/** The point is a whole UTC day: the others of the day are its lowest and highest price, and how long it was available. */
	day: z.literal(true).optional(),
	low: Amount.optional(),
	high: Amount.optional(),
	minutesAvailable: z.number().optional(),
	restocks: z.number().int().optional(),
});
export type ProductHistoryPoint = z.infer<typeof Point>;

const Statistics = z.object({
	lowest30: Lowest,
	lowest90: Lowest,
	lowestEver: Lowest,
	/** The current price among those of the last 180 days. */
	verdict: z.enum(PRICE_VERDICTS).nullable(),
	/** Against the lowest price of the 30 days before the reduction began (Directive 98/6/EC, Article 6a); null without one. */
	discount: z
		.object({
			percent: z.number().int().nullable(),
			claimedPercent: z.number().int(),
			claimHolds: z.boolean().nullable(),
		})
		.nullable(),
	/** Of the last 365 days. */
	restocks: z
		.object({
			count: z.number().int(),
			per30Days: z.number().nullable(),
			/** In the market's zone; `weekday` from 1, Monday, and `toHour` exclusive. */
			usualWindow: z
				.object({
					weekday: z.number().int(),
					fromHour: z.number().int(),
					toHour: z.number().int(),
					zone: z.string(),
					share: z.number(),
					n: z.number().int(),
				})
				.nullable(),
		})
		.nullable(),
	/** How long sizes stay after a restock. */
	sellOut: z.array(z.object({ size: z.string(), medianMinutes: z.number(), n: z.number().int() })).nullable(),
});
export type ProductStatistics = z.infer<typeof Statistics>;

const product = { brand: word(PRODUCT_BRANDS), sku: StoredSku };

/** How products changed. */
export const historyCalls = {
	history: endpoint({
		method: 'GET',
		path: '/api/history',
		auth: { role: 'client', bot: true },
		description: `How one offer of a product changed in a region, by default in the last 365 days; the state at \`from\` is the first point. At most ${HISTORY_LIMITS.points.toLocaleString('en')} points, thinned so that every lowest and highest price is kept; sizes of the last ${HISTORY_LIMITS.spanDays} days of the range, and its newest ${HISTORY_LIMITS.restocks} restocks. The statistics do not depend on the range.`,
		query: z
			.object({
				...product,
				region: Region,
				offer: word(OFFER_IDS).default('NEW'),
				/** Epoch ms, inclusive. */
				from: QueryTime.optional(),
				to: QueryTime.optional(),
			})
			.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
				path: ['to'],
				error: 'must not be before from',
			}),
		output: z.object({
			data: z.object({
				/** In whole seconds, as all times here. */
				points: z.array(Point),
				sizes: z.array(z.object({ size: z.string(), spans: z.array(z.tuple([z.number(), z.number().nullable()])) })),
				/** `minutes` until the last of its sizes was gone; null while one is there. */
				restocks: z.array(z.object({ at: z.number(), sizes: z.array(z.string()), minutes: z.number().nullable() })),
				/**
				 * Whether the range has more than `sizes` and `restocks` list, and whether its oldest points are left out: of a
				 * history, about the newest 100,000 points are read.
				 */
				more: z.object({ points: z.boolean(), spans: z.boolean(), restocks: z.boolean() }),
				/** Null for an offer that was never checked in the region; a figure that needs points that are left out is null. */
				statistics: Statistics.nullable(),
			}),
		}),
		errors: ['not_found'],
	}),
	historyPicture: endpoint({
		method: 'GET',
		path: '/api/historypicture',
		auth: { role: 'premium', bot: true, via: 'token' },
		limits: { rate: 'images' },
		description: `Price and stock of one offer of a product in a region over the last ${HISTORY_LIMITS.pictureDays} days as a PNG without words, for the Discord bot. 404 with fewer than two changes.`,
		query: z.object({ ...product, region: Region, offer: word(OFFER_IDS).default('NEW') }),
		output: 'png',
		errors: ['not_found'],
	}),
	historyExport: endpoint({
		method: 'GET',
		path: '/api/export/history',
		auth: { role: 'client' },
		limits: { rate: 'exports' },
		description: 'Every stored point of a product, by region and offer, from the oldest.',
		query: z.object({ ...product, format: lowerWord(['csv', 'ndjson']).default('ndjson') }),
		output: 'rows',
		errors: ['not_found'],
	}),
};
