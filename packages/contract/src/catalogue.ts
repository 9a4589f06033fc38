import {
	CATALOGUE_LIMITS,
	CATALOGUE_ORIGINS,
	CATALOGUE_SORTS,
	isSkuOf,
	LIMITS,
	PRODUCT_BRANDS,
} from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { lowerWord, NextCursor, NO_SKU_OF_BRAND, Region, StoredSku, text, upperText, WebUrl, word } from './fields.ts';
import { importBody, ImportResult } from './imports.ts';
import { CheckInterval } from './interval.ts';
import { ProductInRegion } from './productCards.ts';

const CatalogueBrand = word(PRODUCT_BRANDS);
/** Dates outside are placeholders of shops' systems. */
const RELEASE_DATES = { from: '1900-01-01', to: '2099-12-31' };
const ReleaseDate = z.iso
	.date('must be a date as YYYY-MM-DD')
	.refine((date) => date >= RELEASE_DATES.from && date <= RELEASE_DATES.to, {
		error: `must be a date from ${RELEASE_DATES.from} to ${RELEASE_DATES.to}`,
	});

/** A product that was seen once. Unknown is null. */
const Entry = z.object({
	brand: z.enum(PRODUCT_BRANDS),
	sku: z.string(),
	title: z.string(),
	subtitle: z.string().nullable(),
	color: z.string().nullable(),
	category: z.string().nullable(),
	image: z.string().nullable(),
	url: z.string().nullable(),
	/** `YYYY-MM-DD`. */
	releasedOn: z.string().nullable(),
	firstSeenAt: z.number(),
	lastSeenAt: z.number(),
	/** How it became known. */
	origin: z.enum(CATALOGUE_ORIGINS),
	/** For operators the watch lists that have it, for others whether one has it. */
	watched: z.union([z.array(z.object({ list: z.string(), regions: z.array(z.string()).nullable() })), z.boolean()]),
});
export type CatalogueEntry = z.infer<typeof Entry>;

const Listed = Entry.extend({
	/**
	 * The new offer as of its last check, in the order of the regions: all unknown once it is on no list and no external
	 * monitor reports it, and none for a product that was never checked, such as one that a query found.
	 */
	regions: z.array(
		z.object({
			region: Region,
			/** In the currency's minor unit. */
			price: z.object({ current: z.number().int(), full: z.number().int(), currency: z.string() }).nullable(),
			/** Whether it can be bought once `launchAt` has passed. */
			available: z.boolean().nullable(),
			/** Null if unknown, and for a product that was taken off sale. */
			launchAt: z.number().nullable(),
		}),
	),
});
export type ListedCatalogueEntry = z.infer<typeof Listed>;

/** A row of an import. An absent or empty cell leaves a field as it is. */
export const CatalogueRow = z
	.object({
		brand: CatalogueBrand,
		sku: StoredSku,
		title: text(CATALOGUE_LIMITS.title),
		subtitle: text(CATALOGUE_LIMITS.title).optional(),
		color: text(CATALOGUE_LIMITS.title).optional(),
		category: upperText(CATALOGUE_LIMITS.category).optional(),
		image: WebUrl.optional(),
		url: WebUrl.optional(),
		releasedOn: ReleaseDate.optional(),
	})
	.refine(({ brand, sku }) => isSkuOf(brand, sku), NO_SKU_OF_BRAND);
export type CatalogueRow = z.output<typeof CatalogueRow>;

/** Every product that was ever seen. */
export const catalogueCalls = {
	catalogue: endpoint({
		method: 'GET',
		path: '/api/catalogue',
		auth: { role: 'member', bot: true },
		description: `The catalogue: every product that was ever seen, ${CATALOGUE_LIMITS.page} a page. \`q\` finds words and beginnings of words of title, colour and SKU, in any order. \`available\` is about \`region\`, or any region without one; stock before its launch is neither. \`from\` and \`to\` are release dates, inclusive. \`sort\` is \`relevance\` with \`q\` and \`changed\` without; \`price\` needs \`region\`. Relevance is whole SKU, words of the title, beginnings, colour; where more than 2,000 products have every word, whole SKUs and titles with all words come first, and the others page by page. A call examines a bounded part of the catalogue, so that a page can have fewer entries, or none, although more pages follow.`,
		query: z.object({
			q: z
				.string()
				.trim()
				.max(CATALOGUE_LIMITS.query, `must have at most ${CATALOGUE_LIMITS.query} characters`)
				.optional(),
			brand: CatalogueBrand.optional(),
			category: text(CATALOGUE_LIMITS.category).toUpperCase().optional(),
			region: Region.optional(),
			available: lowerWord(['true', 'false']).optional(),
			from: ReleaseDate.optional(),
			to: ReleaseDate.optional(),
			sort: lowerWord(CATALOGUE_SORTS).optional(),
			cursor: text(1024).optional(),
		}),
		output: z.object({ data: z.array(Listed), nextCursor: NextCursor }),
	}),
	catalogueEntry: endpoint({
		method: 'GET',
		path: '/api/catalogue/entry',
		auth: { role: 'member', bot: true },
		description: 'A product of the catalogue with its state in every region as of the last check.',
		query: z.object({ brand: CatalogueBrand, sku: StoredSku }),
		output: z.object({
			data: Entry.extend({
				regions: z.array(ProductInRegion),
				/** For admins: how often it is checked in the region that checks it most often; null where nothing checks it. */
				interval: CheckInterval.extend({ region: Region }).nullable().optional(),
				/** The same of every region that checks it. */
				intervals: z.array(CheckInterval.extend({ region: Region })).optional(),
				/** The number of its stored changes, and the time of the first; null without one. */
				history: z.object({ points: z.number().int(), since: z.number().nullable() }),
			}),
		}),
		errors: ['not_found'],
	}),
	skuSuggest: endpoint({
		method: 'GET',
		path: '/api/skusuggest',
		auth: { role: 'client', bot: true },
		description: 'Up to 25 products of the catalogue that match a text best; without a text those that changed last.',
		query: z.object({ text: z.string().trim().max(LIMITS.sku).default('') }),
		output: z.object({ data: z.array(z.object({ sku: z.string(), title: z.string(), image: z.string().nullable() })) }),
	}),
	catalogueExport: endpoint({
		method: 'GET',
		path: '/api/export/catalogue',
		auth: { role: 'admin' },
		limits: { rate: 'exports' },
		description: 'Every entry of the catalogue, by brand and SKU, in columns that the import accepts.',
		query: z.object({ format: lowerWord(['csv', 'ndjson']).default('ndjson') }),
		output: 'rows',
	}),
	catalogueImport: endpoint({
		method: 'POST',
		path: '/api/bulk/catalogue',
		auth: { role: 'admin' },
		effects: 'own',
		limits: { body: '16mb' },
		description: `Imports up to ${CATALOGUE_LIMITS.rows.toLocaleString('en')} products. Fields that a shop has stated are kept. Invalid rows are named with field and value; the others are stored. A dry run stores nothing.`,
		body: importBody(
			CATALOGUE_LIMITS.rows,
			'`{brand, sku, title, subtitle?, color?, category?, image?, url?, releasedOn?}`',
		),
		output: ImportResult,
	}),
};
