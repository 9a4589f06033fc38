import { type CallOutput, type Contract, type HandlerInput, PUBLIC_PAGES, type PublicPage } from '@dropwire/contract';
import { BRANDS, REGION_NAMES } from '@dropwire/domain';
import { nextReleases, releaseList } from './releaseTexts.ts';

/** What Discord shows when somebody posts a link to the site. Its size is part of the build (web/public/og.png). */
const PICTURE = { path: '/og.png', width: 1200, height: 630, alt: 'A Dropwire message in Discord: a shock drop' };

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

/** Data as JSON inside of a script element: no text in it can end the element. */
export function inScript(data: object): string {
	return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** What the release calendar shows at an address. */
export interface ShownCalendar {
	/** The search part of the address, as far as the page depends on it. */
	search: string;
	/** The path of all releases of the same region and brand: the one that search engines keep. */
	address: string;
	wanted: HandlerInput<Contract['releases']>;
	/** The first page; null if it could not be read. */
	releases: CallOutput<Contract['releases']> | null;
}

/**
 * The tags of a page for search engines and for previews of links, which need absolute URLs.
 * @param page null for an unknown address
 */
export function headTags(page: PublicPage | null, publicUrl: string, calendar?: ShownCalendar): string {
	if (!page) return '<title>404 Page not found · Dropwire</title>\n<meta name="robots" content="noindex" />';
	const { path, indexed } = PUBLIC_PAGES[page];
	const { brand, region } = calendar?.wanted ?? {};
	const releases = calendar?.releases?.data ?? [];
	const filter = [brand && BRANDS[brand].name, region && REGION_NAMES[region]].filter(Boolean).join(', ');
	const title = PUBLIC_PAGES[page].title + (filter && `: ${filter}`);
	const description = [PUBLIC_PAGES[page].description, nextReleases(releases)].filter(Boolean).join(' ');
	const name = page === 'landing' ? title : `${title} · Dropwire`;
	const url = `${publicUrl}${calendar?.address ?? path}`;
	const properties = {
		'og:type': 'website',
		'og:site_name': 'Dropwire',
		'og:title': name,
		'og:description': description,
		'og:url': url,
		'og:image': `${publicUrl}${PICTURE.path}`,
		'og:image:width': String(PICTURE.width),
		'og:image:height': String(PICTURE.height),
		'og:image:alt': PICTURE.alt,
	};
	// X reads the title, description and picture from the tags above.
	const names = { description, 'twitter:card': 'summary_large_image', ...(!indexed && { robots: 'noindex' }) };
	return [
		`<title>${escaped(name)}</title>`,
		`<link rel="canonical" href="${escaped(url)}" />`,
		...Object.entries(names).map(([key, value]) => `<meta name="${key}" content="${escaped(value)}" />`),
		...Object.entries(properties).map(([key, value]) => `<meta property="${key}" content="${escaped(value)}" />`),
		// Data and no code: the security policy for scripts does not concern it.
		...(releases.length > 0
			? [`<script type="application/ld+json">${inScript(releaseList(releases, url))}</script>`]
			: []),
	].join('\n');
}

/** The document with these tags instead of the title and description that the build gave it. */
export function withHead(html: string, tags: string): string {
	return html.replace(/\s*<meta name="description"[^>]*>/, '').replace(/<title>[^<]*<\/title>/, () => tags);
}
