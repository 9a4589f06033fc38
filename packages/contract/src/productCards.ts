import { EVIDENCE, LAUNCH_METHODS, OFFER_IDS, OTHER_STATES, PRODUCT_BRANDS, PRODUCT_STATUSES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Region, StoredSku, word } from './fields.ts';

/** A product in one region, in the words and the order of every product card (`CARD_TERMS`). */
export const ProductInRegion = z.object({
	region: Region,
	offer: z.enum(OFFER_IDS),
	/** Null if the retailer reports no status. */
	status: z.enum(PRODUCT_STATUSES).nullable(),
	available: z.boolean().nullable(),
	/** How it can be had although it is not in stock. */
	state: z.enum(OTHER_STATES).optional(),
	/** In the currency's minor unit; null when unknown. */
	price: z.object({ current: z.number().int(), full: z.number().int(), currency: z.string() }).nullable(),
	/** When a check last read the price, epoch ms; null for a price that the last check read. */
	priceAt: z.number().nullable(),
	launchAt: z.number().nullable(),
	launchMethod: z.enum(LAUNCH_METHODS).nullable(),
	/** Until when a draw takes entries; null where the retailer does not say. */
	entriesUntil: z.number().nullable(),
	sizes: z.array(
		z.object({
			size: z.string(),
			/** Null if unknown. */
			available: z.boolean().nullable(),
			state: z.enum(OTHER_STATES).optional(),
			level: z.string().nullable(),
			count: z.number().int().nullable(),
			/** Set if the shop stops counting at `count`. */
			countIsMinimum: z.literal(true).optional(),
			/** Puts the size into the shop's cart. */
			url: z.string().optional(),
		}),
	),
	/** The most precise statement about stock that the shop made; null if unknown. */
	evidence: z.enum(EVIDENCE).nullable(),
	/** The product's page at the shop. */
	url: z.string().nullable(),
	/** The time of the check, epoch ms. */
	checkedAt: z.number(),
	/**
	 * Whether Dropwire itself checks it regularly now. False if only external monitors report it, and if the retailer was
	 * queried for this call.
	 */
	watched: z.boolean(),
	/** Why the retailer blocks the check; null if it does not. */
	blocked: z.string().nullable(),
});
export type ProductInRegion = z.infer<typeof ProductInRegion>;
const Card = z.object({
	/** Whose shop has it. */
	brand: z.enum(PRODUCT_BRANDS),
	sku: z.string(),
	title: z.string(),
	subtitle: z.string().nullable(),
	/** Null if the retailer was not queried, or names no color. */
	color: z.string().nullable(),
	image: z.string().nullable(),
	/** In the order of the regions. */
	regions: z.array(ProductInRegion),
	/** The regions in which no shop answered, and no check is stored. */
	failed: z.array(Region),
	/** The watch lists that have the SKU, for operators; null for others. */
	lists: z.array(z.object({ list: z.string(), regions: z.array(z.string()).nullable() })).nullable(),
});
export type ProductCard = z.infer<typeof Card>;

const query = { sku: StoredSku, brand: word(PRODUCT_BRANDS).optional(), region: Region.optional() };

/** Products as cards: what the monitors last saw, completed with what the retailer answers now. */
export const productCardCalls = {
	product: endpoint({
		method: 'GET',
		path: '/api/product',
		auth: { role: 'premium' },
		limits: { rate: 'images' },
		description:
			"A product of one brand in every region: the last check of the monitors where it is recent, else the current response of the retailer. Of several brands with the SKU, without `brand`, it is the one whose shop can be asked, else the one that is known in the most regions; a maker's answer comes before a retailer's checks.",
		query: z.object(query),
		/** Null if no region has the product. */
		output: z.object({ data: Card.nullable() }),
		errors: ['upstream_failed'],
	}),
	productCard: endpoint({
		method: 'GET',
		path: '/api/productcard',
		auth: { role: 'premium', bot: true, via: 'token' },
		limits: { rate: 'images' },
		description: 'As /api/product, for the Discord bot.',
		query: z.object(query),
		output: z.object({ data: Card }),
		errors: ['not_found', 'upstream_failed'],
	}),
	exchangeRates: endpoint({
		method: 'GET',
		path: '/api/exchangerates',
		auth: { role: 'premium' },
		description: "The European Central Bank's reference rates of the last working day, to compare prices of regions.",
		output: z.object({
			/** `perEuro` is the value of one euro by currency. Null while there are no rates of the last week. */
			data: z.object({ date: z.string(), perEuro: z.record(z.string(), z.number()) }).nullable(),
		}),
	}),
};
