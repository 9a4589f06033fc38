import { customAlphabet } from 'nanoid';
import { type Server } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readPage } from '../http/page.ts';
import { linkProblem } from '../http/publicUrl.ts';
import { createClickCounter } from './clicks.ts';
import { ALPHABET, findTarget, newestUrls, searchUrls, SLUG_LENGTH } from './shortUrls.ts';
import { createTargetCache, followShortUrls } from './targetCache.ts';

const newSlug = customAlphabet(ALPHABET, SLUG_LENGTH);
const PAGE = 50;

/** The URL shortener. A redirect costs one indexed read, or no read if its target is cached. */
export function shortenerFeature({ db, log, calls }: Server) {
	const clicks = createClickCounter(db, log);
	const targets = createTargetCache();
	return {
		handlers: {
			urlShorten: async (call) => {
				const { originalUrl } = call.input;
				mustBeForeign(call.server, originalUrl);
				const row = { url: originalUrl, createdAt: Date.now(), createdBy: call.caller.discordId };
				const [first, second] = [newSlug(), newSlug()];
				await call.knex('short_urls').insert([first, second].map((slug) => ({ ...row, slug })));
				call.audit({ target: 'short URL', after: { slugs: [first, second], url: originalUrl } });
				const { SHORT_URL_1, SHORT_URL_2 } = call.server.settings;
				return { shortUrl: `${SHORT_URL_1}/s/${first}`, secondShortUrl: `${SHORT_URL_2}/s/${second}` };
			},

			shortUrls: async ({ input, knex, server }) => {
				const [, at, slug = ''] = /^(\d+)\.(.+)$/.exec(input.cursor ?? '') ?? [];
				const after = at === undefined ? null : { createdAt: Number(at), slug };
				const query = {
					limit: (max: number) =>
						input.text ? searchUrls(knex, input.text, after, max) : newestUrls(knex, after, max),
				};
				const { rows, nextCursor } = await readPage(query, PAGE, (last) => `${last.createdAt}.${last.slug}`);
				return {
					data: rows.map((row) => ({
						slug: row.slug,
						shortUrl: `${server.settings.SHORT_URL_1}/s/${row.slug}`,
						originalUrl: row.url,
						clicks: row.clicks,
						createdAt: row.createdAt,
					})),
					nextCursor,
				};
			},

			shortUrl: async ({ input: { slug }, knex }) => {
				const url = await findTarget(knex, slug);
				if (url === null) throw new CallError('not_found', 'This short URL does not exist.');
				targets.set(slug, url);
				return url;
			},
		},
		early: followShortUrls({ targets, clicks, calls }),
		close: () => clicks.close(),
	} satisfies Feature;
}

/** @throws CallError 400 for private addresses, and for URLs of this server, which could redirect in a loop */
function mustBeForeign({ settings }: Server, address: string): void {
	const url = new URL(address);
	const own = [settings.PUBLIC_URL, settings.SHORT_URL_1, settings.SHORT_URL_2].map((url) => new URL(url).host);
	if (own.includes(url.host)) throw invalidInput({ originalUrl: 'must not be a URL of this server' });
	const problem = linkProblem(address, settings);
	if (problem) throw invalidInput({ originalUrl: problem });
}
