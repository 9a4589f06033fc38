import { PUBLIC_PAGES, type PublicPage } from '@dropwire/contract';

/** What Discord shows when somebody posts a link to the site. Its size is part of the build (web/public/og.png). */
const PICTURE = { path: '/og.png', width: 1200, height: 630, alt: 'A Dropwire message in Discord: a shock drop' };

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

/**
 * The tags of a page for search engines and for previews of links, which need absolute URLs.
 * @param page null for an unknown address
 */
export function headTags(page: PublicPage | null, publicUrl: string): string {
	if (!page) return '<title>404 Page not found · Dropwire</title>\n<meta name="robots" content="noindex" />';
	const { title, description, path, indexed } = PUBLIC_PAGES[page];
	const name = page === 'landing' ? title : `${title} · Dropwire`;
	const url = `${publicUrl}${path}`;
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
	].join('\n');
}

/** The document with these tags instead of the title and description that the build gave it. */
export function withHead(html: string, tags: string): string {
	return html.replace(/\s*<meta name="description"[^>]*>/, '').replace(/<title>[^<]*<\/title>/, () => tags);
}
