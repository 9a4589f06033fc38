import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type PublicPage, publicPageAt } from '@dropwire/contract';
import type { Context } from 'koa';
import { createMemo } from '../http/memo.ts';
import { unknownStatus } from '../status/publicStatus.ts';
import { headTags, inScript, withHead } from './head.ts';
import { readSite, type SiteServices } from './site.ts';
import { sampleMessages } from './sampleMessages.ts';

/** How long visitors share a document, ms. */
const TTL_MS = 30_000;
const MAX_DOCUMENTS = 20;
const ROOT = '<div id="root"></div>';
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [br, gz] = [promisify(brotliCompress), promisify(gzip)];

/** The pages that `web/src/landing` renders. */
const RENDERED = ['landing', 'status', 'payout', 'releases'] as const satisfies PublicPage[];
type RenderedPage = (typeof RENDERED)[number];

type Releases = Awaited<ReturnType<SiteServices['readReleases']>>;

/** What the pages of `web/src/landing` are rendered from, on the server and again in the browser. */
type Render = (data: object) => string;

interface PublicDocument {
	html: Buffer;
	br: Buffer;
	gzip: Buffer;
	etag: string;
}

export interface PublicDocuments {
	/** Sends the page at the request's path, if visitors can read it; otherwise the page for an unknown address. */
	send(ctx: Context): Promise<void>;
	/** The document at a path. */
	html(path: string): Promise<string>;
}

/**
 * The documents of the pages that everybody can read, with their title, preview tags and, for those of the
 * landing bundle, the whole page: it is complete without scripts, and nothing moves when the settings arrive.
 * @param root the folder of the built web app
 */
export function createPublicDocuments(root: string, services: SiteServices): PublicDocuments {
	const documents = createMemo<PublicDocument>({ ttl: TTL_MS, max: MAX_DOCUMENTS });
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
	/** The page as HTML, with its data for the browser. */
	const rendered = async (page: RenderedPage, releases: Releases | null) => {
		const { render } = (await import(pathToFileURL(join(root, '.server/server.js')).href)) as { render: Render };
		const data = {
			page,
			site: readSite(services.settings),
			status: (await orNull('the public status', services.readStatus)) ?? unknownStatus(Date.now()),
			messages: page === 'landing' ? messages : [],
			releases,
		};
		return `<div id="root">${render(data)}</div><script type="application/json" id="data">${inScript(data)}</script>`;
	};
	/** @param page null for all unknown addresses */
	const read = async (page: PublicPage | null): Promise<PublicDocument> => {
		const own = RENDERED.find((one) => one === page);
		const template = await readFile(join(root, own ? 'index.html' : 'app.html'), 'utf8');
		const releases = page === 'releases' ? await orNull('the releases', services.readReleases) : null;
		const content = own ? await rendered(own, releases) : ROOT;
		const tags = headTags(page, services.settings.PUBLIC_URL, releases?.data);
		const text = withHead(template, tags).replace(ROOT, () => content);
		const html = Buffer.from(text);
		const [brotli, gzipped] = await Promise.all([br(html, BROTLI), gz(html)]);
		return { html, br: brotli, gzip: gzipped, etag: `"${createHash('sha1').update(html).digest('base64url')}"` };
	};
	const documentOf = (page: PublicPage | null) => documents.get(page ?? '404', () => read(page));
	return {
		html: async (path) => (await documentOf(publicPageAt(path))).html.toString(),
		async send(ctx) {
			const page = publicPageAt(ctx.path);
			const found = await documentOf(page);
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
