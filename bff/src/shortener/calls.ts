import { ShortUrl } from '@dropwire/db';
import { isPublicAddress } from '@dropwire/engine';
import { customAlphabet } from 'nanoid';
import { callerOf, type Handlers, type Server } from '../http/call.ts';
import { CallError, invalidInput } from '../http/errors.ts';

/** nanoid-dictionary's "nolookalikes": no 0 O o, 1 I l, 2 Z, 5 S. 7 of 49 are 6.8e11, too many to be walked. */
const ALPHABET = '346789ABCDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtwxyz';
const SLUG_LENGTH = 7;
const newSlug = customAlphabet(ALPHABET, SLUG_LENGTH);
const SLUG = new RegExp(`^[${ALPHABET}]{${SLUG_LENGTH}}$`);
const PAGE = 50;

/** The URL shortener: a redirect costs one indexed read, and none while its target is known (known.ts). */
export const shortenerHandlers = {
	urlShorten: async (call) => {
		const { originalUrl } = call.input;
		mustBeForeign(call.server, originalUrl);
		const row = { url: originalUrl, createdAt: Date.now(), createdBy: callerOf(call).discordId };
		const [first, second] = [newSlug(), newSlug()];
		await call.knex('short_urls').insert([first, second].map((slug) => ({ ...row, slug })));
		call.changed({ target: 'short URL', after: { slugs: [first, second], url: originalUrl } });
		const { SHORT_URL_1, SHORT_URL_2 } = call.server.settings;
		return { shortUrl: `${SHORT_URL_1}/s/${first}`, secondShortUrl: `${SHORT_URL_2}/s/${second}` };
	},

	shortUrls: async ({ input, knex, server }) => {
		const query = ShortUrl.query(knex)
			.orderBy('createdAt', 'desc')
			.orderBy('slug', 'desc')
			.limit(PAGE + 1);
		if (input.text) {
			const part = `%${input.text.toLowerCase().replace(/[%_!]/g, '!$&')}%`;
			void query.where((found) => {
				void found.whereRaw("lower(url) like ? escape '!'", [part]).orWhereRaw("lower(slug) like ? escape '!'", [part]);
			});
		}
		const [, at, slug] = /^(\d+)\.(.+)$/.exec(input.cursor ?? '') ?? [];
		if (at && slug) {
			void query.where((rest) => {
				void rest
					.where('createdAt', '<', Number(at))
					.orWhere((same) => void same.where('createdAt', Number(at)).where('slug', '<', slug));
			});
		}
		const rows = await query;
		const page = rows.slice(0, PAGE);
		const last = page.at(-1);
		return {
			data: page.map((row) => ({
				slug: row.slug,
				shortUrl: `${server.settings.SHORT_URL_1}/s/${row.slug}`,
				originalUrl: row.url,
				clicks: row.clicks,
				createdAt: row.createdAt,
			})),
			nextCursor: rows.length > PAGE && last ? `${last.createdAt}.${last.slug}` : null,
		};
	},

	shortUrl: async ({ input: { slug }, knex, server }) => {
		const row = SLUG.test(slug) ? await ShortUrl.query(knex).findById(slug) : undefined;
		if (!row) throw new CallError('not_found', 'This short address leads nowhere.');
		server.targets.set(slug, row.url);
		server.clicks.count(slug);
		return row.url;
	},
} satisfies Partial<Handlers>;

/** @throws CallError 400 for our own addresses, which would lead round in circles, and for those of a private network */
function mustBeForeign({ settings }: Server, address: string): void {
	const url = new URL(address);
	const own = [settings.PUBLIC_URL, settings.SHORT_URL_1, settings.SHORT_URL_2].map((ours) => new URL(ours).host);
	if (own.includes(url.host)) throw invalidInput({ originalUrl: 'must not be an address of ours' });
	const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
	const literal = /^[\d.]+$|:/.test(host);
	const local = host === 'localhost' || /\.(localhost|local|internal|lan|home|corp)$/.test(host) || !host.includes('.');
	if (literal ? !isPublicAddress(host) : local) throw invalidInput({ originalUrl: 'must not be a private address' });
	if (url.username || url.password) throw invalidInput({ originalUrl: 'must not contain a user name or password' });
}
