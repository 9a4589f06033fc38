import { LAUNCH_METHODS, PRODUCT_BRANDS, RELEASE_LIMITS, RELEASE_STATES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, Region, text, word } from './fields.ts';

const Time = z.coerce.number('must be a time, epoch ms').int('must be a time, epoch ms').nonnegative().max(8.64e15);

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
				from: Time.optional(),
				to: Time.optional(),
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
