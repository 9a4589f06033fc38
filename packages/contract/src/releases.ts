import { isSkuOf, LAUNCH_METHODS, LIMITS, PRODUCT_BRANDS, RELEASE_LIMITS, RELEASE_STATES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EARLIEST_LAUNCH_MS } from './events.ts';
import {
	Id,
	lowerWord,
	NextCursor,
	NO_SKU_OF_BRAND,
	QueryTime,
	Region,
	StoredSku,
	text,
	WebUrl,
	word,
} from './fields.ts';
import { importBody, ImportResult } from './imports.ts';

/** A launch of a product in a region. Unknown is null. */
const Release = z.object({
	/** Stays the same when the release moves, is cancelled, or is announced again. */
	id: z.string(),
	brand: z.enum(PRODUCT_BRANDS),
	sku: z.string(),
	region: Region,
	title: z.string(),
	image: z.string().nullable(),
	url: z.string().nullable(),
	launchAt: z.number(),
	/** `LEO` short entry window, `DAN` draw, `FLOW` first come, first served. */
	method: z.enum(LAUNCH_METHODS).nullable(),
	/** Until when a draw takes entries. */
	entriesUntil: z.number().nullable(),
	/** In the currency's minor unit. */
	price: z.object({ current: z.number().int(), full: z.number().int(), currency: z.string() }).nullable(),
	state: z.enum(RELEASE_STATES),
	/** Whether it can be bought, as of the last check. */
	available: z.boolean().nullable(),
	cancelledAt: z.number().nullable(),
	/** Its earlier dates, oldest first. */
	moves: z.array(z.object({ at: z.number(), from: z.number(), to: z.number() })),
});
export type Release = z.infer<typeof Release>;

const NO_TIME = 'must be a time: epoch ms, or ISO 8601 with its zone such as 2026-11-28T10:00:00-05:00';

/** A time of a file: epoch ms, also as text, or ISO 8601 with a zone. */
const FileTime = z
	.union(
		[
			z.number(),
			z.string().trim().regex(/^\d+$/).transform(Number),
			z.iso.datetime({ offset: true }).transform(Date.parse),
		],
		{
			error: NO_TIME,
		},
	)
	.pipe(
		z.int(NO_TIME).min(EARLIEST_LAUNCH_MS, 'must be in milliseconds since 1970, not in seconds').max(8.64e15, NO_TIME),
	);

/** In the currency's minor unit. */
const FileAmount = z
	.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], {
		error: "must be a whole number in the currency's minor unit",
	})
	.pipe(z.int("must be a whole number in the currency's minor unit").nonnegative().max(1e12));
const Currency = z
	.string()
	.trim()
	.toUpperCase()
	.regex(/^[A-Z]{3}$/, 'must be a currency code such as USD');

/** A row of an import of releases. Exports have the same columns. */
export const ReleaseRow = z
	.object({
		brand: word(PRODUCT_BRANDS),
		sku: StoredSku,
		region: Region,
		title: text(LIMITS.title),
		launchAt: FileTime,
		method: word(LAUNCH_METHODS).optional(),
		entriesUntil: FileTime.optional(),
		url: WebUrl.optional(),
		image: WebUrl.optional(),
		/** With `currency`, or all in one. */
		price: z
			.union([FileAmount, z.object({ current: FileAmount, full: FileAmount.optional(), currency: Currency })], {
				error: "must be a whole number in the currency's minor unit, or {current, full?, currency}",
			})
			.optional(),
		full: FileAmount.optional(),
		currency: Currency.optional(),
		/** Cancels the release of an import at `launchAt`; one that is unknown is not stored. */
		cancelledAt: FileTime.optional(),
	})
	.refine(({ brand, sku }) => isSkuOf(brand, sku), NO_SKU_OF_BRAND)
	.refine(({ price, currency }) => typeof price !== 'number' || currency !== undefined, {
		path: ['currency'],
		error: 'is required with price',
	});
export type ReleaseRow = z.output<typeof ReleaseRow>;

/** When products are released. */
export const releaseCalls = {
	releases: endpoint({
		method: 'GET',
		path: '/api/releases',
		auth: { role: 'anyone' },
		cache: 'everyone',
		description: `Releases by launch, ${RELEASE_LIMITS.page} a page; by default those from 24 hours ago to 30 days ahead. \`from\` is inclusive, \`to\` exclusive; releases that are over are answered only with \`from\`. \`q\` finds words and beginnings of words of title and SKU; such a page can have fewer releases, or none, although more pages follow. With an ETag.`,
		query: z
			.object({
				region: Region.optional(),
				brand: word(PRODUCT_BRANDS).optional(),
				sku: StoredSku.optional(),
				from: QueryTime.optional(),
				to: QueryTime.optional(),
				q: z
					.string()
					.trim()
					.max(RELEASE_LIMITS.query, `must have at most ${RELEASE_LIMITS.query} characters`)
					.optional(),
				cursor: text(64).optional(),
			})
			.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
				path: ['to'],
				error: 'must not be before from',
			})
			.refine(({ brand, sku }) => sku === undefined || brand !== undefined, {
				path: ['brand'],
				error: 'is required with sku',
			}),
		output: z.object({ data: z.array(Release), nextCursor: NextCursor }),
	}),
	releaseCalendar: endpoint({
		method: 'GET',
		path: '/calendar/:region.ics',
		auth: { role: 'anyone' },
		description:
			'The releases of a region from 30 days ago to 180 days ahead as a calendar to subscribe to (RFC 5545), of all brands or one; with `id` only that release. Cancelled releases stay for 30 days. With an ETag.',
		params: z.object({ region: z.string() }),
		query: z.object({ brand: word(PRODUCT_BRANDS).optional(), id: Id.optional() }),
		output: 'page',
		errors: ['not_found'],
	}),
	ownCalendar: endpoint({
		method: 'GET',
		path: '/calendar/mine/:secret.ics',
		auth: { role: 'anyone' },
		description:
			"The releases of one person's watches as a calendar to subscribe to. Whoever has the address can read it; 404 once it was replaced.",
		params: z.object({ secret: z.string() }),
		output: 'page',
		errors: ['not_found'],
	}),
	releasesExport: endpoint({
		method: 'GET',
		path: '/api/export/releases',
		auth: { role: 'admin' },
		limits: { rate: 'exports' },
		description: 'Every release that was ever announced, by id, in columns that the import accepts.',
		query: z.object({ format: lowerWord(['csv', 'ndjson']).default('ndjson') }),
		output: 'rows',
	}),
	releasesImport: endpoint({
		method: 'POST',
		path: '/api/bulk/releases',
		auth: { role: 'admin' },
		effects: 'own',
		limits: { body: '16mb' },
		description: `Imports up to ${RELEASE_LIMITS.rows.toLocaleString('en')} releases. Dates that a shop or an external monitor names are kept. Invalid rows are named with field and value; the others are stored and announced. A dry run stores nothing.`,
		body: importBody(
			RELEASE_LIMITS.rows,
			'`{brand, sku, region, title, launchAt, method?, entriesUntil?, url?, image?, price?, full?, currency?, cancelledAt?}`; `launchAt`, `entriesUntil` and `cancelledAt` are epoch ms, or ISO 8601 with a zone; `cancelledAt` cancels the release that an import named for `launchAt`',
		),
		output: ImportResult,
	}),
	calendarSecret: endpoint({
		method: 'GET',
		path: '/api/calendarsecret',
		auth: { role: 'member' },
		description:
			'Whether the caller has the address of a calendar of their own, and since when; never the address itself.',
		output: z.object({ data: z.object({ exists: z.boolean(), createdAt: z.number().nullable() }) }),
	}),
	calendarSecretReplace: endpoint({
		method: 'POST',
		path: '/api/calendarsecret',
		auth: { role: 'member' },
		limits: { rate: 'calendarSecret' },
		description:
			"Makes the address of the caller's calendar, which is in this answer only. An address from before stops working at once.",
		output: z.object({ data: z.object({ url: z.string() }) }),
		status: 201,
	}),
};
