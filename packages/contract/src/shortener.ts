import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NextCursor, WebUrl } from './fields.ts';

/** The URL shortener. */
export const shortenerCalls = {
	urlShorten: endpoint({
		method: 'POST',
		path: '/url/urlshorten',
		auth: { role: 'admin' },
		limits: { rate: 'shortener' },
		description: 'Two short addresses for a long one, counted apart.',
		body: z.object({ originalUrl: WebUrl }),
		output: z.object({ shortUrl: z.string(), secondShortUrl: z.string() }),
	}),
	shortUrls: endpoint({
		method: 'GET',
		path: '/url/list',
		auth: { role: 'admin' },
		description: 'The short addresses with their clicks, newest first.',
		query: z.object({
			/** Part of the target URL, or the slug. */
			text: z.string().trim().max(LIMITS.url, `must have at most ${LIMITS.url} characters`).optional(),
			cursor: z
				.string()
				.trim()
				.regex(/^\d{1,15}\.[\w-]{1,16}$/, 'must be a cursor')
				.optional(),
		}),
		output: z.object({
			data: z.array(
				z.object({
					slug: z.string(),
					shortUrl: z.string(),
					originalUrl: z.string(),
					clicks: z.number(),
					createdAt: z.number(),
				}),
			),
			nextCursor: NextCursor,
		}),
	}),
	shortUrl: endpoint({
		method: 'GET',
		path: '/s/:slug',
		auth: { role: 'anyone' },
		description: 'Sends the browser to the long address and counts the click; an unknown one is a 404 page.',
		params: z.object({ slug: z.string().max(64) }),
		output: 'redirect',
		errors: ['not_found'],
	}),
};
