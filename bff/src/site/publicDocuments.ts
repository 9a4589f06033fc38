import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contract, type PublicPage, publicPageAt } from '@dropwire/contract';
import type { Context } from 'koa';
import { createMemo } from '../http/memo.ts';
import { unknownStatus } from '../status/publicStatus.ts';
import { headTags, inScript, type ShownCalendar, withHead } from './head.ts';
import { readSite, type SiteServices } from './site.ts';
import { sampleMessages } from './sampleMessages.ts';

/** How long visitors share a document, ms. */
const TTL_MS = 30_000;
const MAX_DOCUMENTS = 20;
/** Documents of the release calendar, which has one for each filter. */
const MAX_CALENDARS = 50;
const ROOT = '<div id="root"></div>';
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [br, gz] = [promisify(brotliCompress), promisify(gzip)];

/** The pages that `web/src/landing` renders. */
const RENDERED = ['landing', 'status', 'payout', 'releases'] as const satisfies PublicPage[];
type RenderedPage = (typeof RENDERED)[number];

/** The module that the build makes of `web/src/landing/server.tsx`. */
interface Renderer {
	/** @param data what the page is rendered from, on the server and again in the browser */
	render(data: object): string;
	calendarAt(search: string, now: number): { search: string; address: string; query: object };
}

interface PublicDocument {
	html: Buffer;
	br: Buffer;
	gzip: Buffer;
	etag: string;
}

export interface PublicDocuments {
	/** Sends the page at the request's path, if visitors can read it; otherwise the page for an unknown address. */
	send(ctx: Context): Promise<void>;
	/** The document at a path. @param search the search part of the address */
	html(path: string, search?: string): Promise<string>;
}

/**
 * The documents of the pages that everybody can read, with their title, preview tags and, for those of the
 * landing bundle, the whole page: it is complete without scripts, and nothing moves when the settings arrive.
 * @param root the folder of the built web app
 */
export function createPublicDocuments(root: string, services: SiteServices): PublicDocuments {
	const documents = createMemo<PublicDocument>({ ttl: TTL_MS, max: MAX_DOCUMENTS });
	const calendars = createMemo<PublicDocument>({ ttl: TTL_MS, max: MAX_CALENDARS });
	const messages = sampleMessages();
	/** What a page is made of; null if it could not be read. */
	const orNull = async <T>(what: string, read: () => Promise<T>): Promise<T | null> => {
		try {
			return await read();
		} catch (error) {
			services.log.warn({ err: error }, `${what} could not be read`);
			return null;
		}
	};
	const renderer = async () => (await import(pathToFileURL(join(root, '.server/server.js')).href)) as Renderer;
	/** The page as HTML, with its data for the browser. */
	const rendered = async (page: RenderedPage, { search, releases }: Pick<ShownCalendar, 'search' | 'releases'>) => {
		const data = {
			page,
			search,
			site: readSite(services.settings),
			status: (await orNull('the public status', services.readStatus)) ?? unknownStatus(Date.now()),
			messages: page === 'landing' ? messages : [],
			releases,
		};
		const html = (await renderer()).render(data);
		return `<div id="root">${html}</div><script type="application/json" id="data">${inScript(data)}</script>`;
	};
	/** @param page null for all unknown addresses */
	const read = async (page: PublicPage | null, calendar?: ShownCalendar): Promise<PublicDocument> => {
		const own = RENDERED.find((one) => one === page);
		const template = await readFile(join(root, own ? 'index.html' : 'app.html'), 'utf8');
		const content = own ? await rendered(own, calendar ?? { search: '', releases: null }) : ROOT;
		const tags = headTags(page, services.settings.PUBLIC_URL, calendar);
		const text = withHead(template, tags).replace(ROOT, () => content);
		const html = Buffer.from(text);
		const [brotli, gzipped] = await Promise.all([br(html, BROTLI), gz(html)]);
		return { html, br: brotli, gzip: gzipped, etag: `"${createHash('sha1').update(html).digest('base64url')}"` };
	};
	const calendarOf = async (search: string): Promise<PublicDocument> => {
		const { query, ...shown } = (await renderer()).calendarAt(search, Date.now());
		return calendars.get(shown.search, async () => {
			const wanted = contract.releases.query.parse(query);
			const releases = await orNull('the releases', () => services.readReleases(wanted));
			return read('releases', { ...shown, wanted, releases });
		});
	};
	const documentOf = (path: string, search: string) => {
		const page = publicPageAt(path);
		return page === 'releases' ? calendarOf(search) : documents.get(page ?? '404', () => read(page));
	};
	return {
		html: async (path, search = '') => (await documentOf(path, search)).html.toString(),
		async send(ctx) {
			const page = publicPageAt(ctx.path);
			const found = await documentOf(ctx.path, ctx.search);
			ctx.status = page ? 200 : 404;
			ctx.type = 'html';
			ctx.set('Cache-Control', 'no-cache');
			ctx.vary('Accept-Encoding');
			ctx.set('ETag', found.etag);
			if (page && ctx.fresh) {
				ctx.status = 304;
				return;
			}
			const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
			if (encoding === 'br' || encoding === 'gzip') ctx.set('Content-Encoding', encoding);
			ctx.body = encoding === 'br' || encoding === 'gzip' ? found[encoding] : found.html;
		},
	};
}
