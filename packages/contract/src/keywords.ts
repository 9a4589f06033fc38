import { KEYWORD_LIMITS, parseUrl } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, Region, text, WebUrl } from './fields.ts';

const Phrase = text(KEYWORD_LIMITS.phrase);
const SHOP_LENGTH = 255;
/** Rows of an import, some of which may exist: more than there can be watches. */
const MAX_ROWS = 500;
const Bound = z
	.number()
	.int('must be a whole number in the main unit of the currency')
	.min(0, 'must be at least 0')
	.max(1_000_000, 'must be at most 1,000,000')
	.nullable()
	.default(null);
/** What a keyword watch looks for. */
const Wanted = {
	/** The source whose shop is searched: one of those in `searchable`. */
	source: z.string().trim().toUpperCase().max(32, 'must have at most 32 characters'),
	region: Region.default('US'),
	/**
	 * The address of the shop, for a source that searches any shop; only its origin counts. That is longer than the text if
	 * the host has letters beyond ASCII.
	 */
	shop: WebUrl.refine(
		(url) => Math.max(url.length, parseUrl(url)?.origin.length ?? 0) <= SHOP_LENGTH,
		`must have at most ${SHOP_LENGTH} characters, with its host in ASCII`,
	).optional(),
	/** Whole words or phrases, one of which a title has, in any letter case. */
	include: z
		.array(Phrase)
		.min(1, 'must name a word to look for')
		.max(KEYWORD_LIMITS.phrases, `must have at most ${KEYWORD_LIMITS.phrases} phrases`),
	exclude: z
		.array(Phrase)
		.max(KEYWORD_LIMITS.excluded, `must have at most ${KEYWORD_LIMITS.excluded} phrases`)
		.default([]),
	minPrice: Bound,
	maxPrice: Bound,
};
const Watch = z.object({
	id: z.string(),
	source: z.string(),
	region: z.string(),
	/** The origin of the shop that is searched; null for a source that is one shop. */
	shop: z.string().nullable(),
	include: z.array(z.string()),
	exclude: z.array(z.string()),
	minPrice: z.number().nullable(),
	maxPrice: z.number().nullable(),
	/** The last search, epoch ms; null before it. */
	checkedAt: z.number().nullable(),
	/** Why the last search failed; null if it did not. */
	problem: z.string().nullable(),
	/** The last time that a search found many new products, which were sent as one message; null for never. */
	notice: z.string().nullable(),
	/** The number of products that it has found since its first search. */
	found: z.number().int(),
	createdAt: z.number(),
});
export type KeywordWatch = z.infer<typeof Watch>;
/** A product in a shop's list. */
const Product = {
	sku: z.string(),
	title: z.string(),
	link: z.string().nullable(),
	image: z.string().nullable(),
	/** Formatted, such as `$205.00`; null if unknown. */
	price: z.string().nullable(),
};
const Found = z.object({
	id: z.string(),
	...Product,
	watchId: z.string(),
	source: z.string(),
	region: z.string(),
	foundAt: z.number(),
	/** The list to put it on, and what to put there: its SKU or its link. Null if no list takes it. */
	list: z.string().nullable(),
	entry: z.string().nullable(),
	/** Whether it is on that list. */
	listed: z.boolean(),
});
export type Found = z.infer<typeof Found>;

/** Keywords that the lists of shops are searched for. */
export const keywordCalls = {
	keywordWatches: endpoint({
		method: 'GET',
		path: '/api/keywords',
		auth: { role: 'admin' },
		description: 'The keyword watches, and the sources whose shops can be searched, each with its regions.',
		output: z.object({
			data: z.array(Watch),
			/** The number of watches that there can be. */
			max: z.number().int(),
			/** `anyShop`: the source searches the shop that a watch names. */
			searchable: z.array(z.object({ source: z.string(), regions: z.array(z.string()), anyShop: z.boolean() })),
		}),
	}),
	keywordWatchCreate: endpoint({
		method: 'POST',
		path: '/api/keywords',
		auth: { role: 'admin' },
		description:
			'Adds a keyword watch. Its first search is a baseline; a product that a later one finds is sent as NEW and listed by `GET /api/found`.',
		body: z.object(Wanted),
		output: z.object({ data: Watch }),
		status: 201,
		errors: ['conflict'],
	}),
	keywordWatchEdit: endpoint({
		method: 'POST',
		path: '/api/keywordedit',
		auth: { role: 'admin' },
		description:
			'Changes what a keyword watch looks for. The watch gets a new id, keeps what was found, and its next search is a baseline.',
		body: z.object({ id: Id, ...Wanted }),
		output: z.object({ data: Watch }),
		errors: ['not_found', 'conflict'],
	}),
	keywordsImport: endpoint({
		method: 'POST',
		path: '/api/bulk/keywords',
		auth: { role: 'admin' },
		description:
			'Adds many keyword watches, or none if one of them is refused. Watches that exist are unchanged. A dry run says what would happen to each row.',
		body: z.object({
			dryRun: z.boolean().default(false),
			rows: z.array(z.object(Wanted)).min(1, 'must have a row').max(MAX_ROWS, `must have at most ${MAX_ROWS} rows`),
		}),
		output: z.object({
			applied: z.boolean(),
			/** In the order of the rows. */
			data: z.array(
				z.object({
					outcome: z.enum(['added', 'unchanged', 'refused']),
					/** What is wrong with a refused row, by field. */
					problems: z.record(z.string(), z.string()),
				}),
			),
			/** The number of watches before, and how many there can be. */
			current: z.number().int(),
			max: z.number().int(),
		}),
	}),
	keywordWatchDelete: endpoint({
		method: 'DELETE',
		path: '/api/keywords',
		auth: { role: 'admin' },
		description: 'Ends a keyword watch and forgets what it found.',
		query: z.object({ id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['not_found'],
	}),
	keywordTry: endpoint({
		method: 'POST',
		path: '/api/keywordtry',
		auth: { role: 'admin' },
		effects: 'none',
		limits: { rate: 'tests' },
		description: 'Searches a shop now, and lists at most 50 products that match. Stores and sends nothing.',
		body: z.object(Wanted),
		output: z.object({
			data: z.object({
				matches: z.number().int(),
				products: z.array(z.object(Product)),
				/** Why the shop could not be searched; null if it was. */
				problem: z.string().nullable(),
			}),
		}),
	}),
	foundProducts: endpoint({
		method: 'GET',
		path: '/api/found',
		auth: { role: 'admin', bot: true },
		description: 'New products that keyword watches have found, newest first, 50 per page.',
		query: z.object({ watchId: Id.optional(), cursor: Id.optional() }),
		output: z.object({ data: z.array(Found), nextCursor: NextCursor }),
	}),
	foundWatch: endpoint({
		method: 'POST',
		path: '/api/foundwatch',
		auth: { role: 'admin', bot: true },
		description:
			'Puts a found product on its list: by its SKU, or by its link if the list takes links. One that is on the list stays there.',
		body: z.object({ id: Id }),
		output: z.object({ data: Found }),
		errors: ['not_found', 'conflict'],
	}),
};
