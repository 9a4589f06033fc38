import { PUBLIC_PAGES } from '@dropwire/contract';

const paths = Object.values(PUBLIC_PAGES).flatMap(({ path, indexed }) => (indexed ? [path] : []));

/** The text of /robots.txt: the calls, the redirects and personal pages have nothing for search engines. */
export function robotsTxt(publicUrl: string): string {
	const closed = [
		'/api/',
		'/auth',
		'/connect/',
		'/account/',
		'/signin/',
		'/userportal/',
		'/s/',
		'/invite',
		'/calendar/mine/',
	];
	return [
		'User-agent: *',
		...closed.map((path) => `Disallow: ${path}`),
		// The API's own page is a document.
		'Allow: /api/docs',
		`Sitemap: ${publicUrl}/sitemap.xml`,
		'',
	].join('\n');
}

/** The text of /sitemap.xml. */
export function sitemap(publicUrl: string): string {
	const urls = paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** The RFC recommends less than a year. Clients with a copy fetch the file again by then. */
const VALID_MS = 180 * 86_400_000;

/** The text of /.well-known/security.txt (RFC 9116). */
export function securityTxt({ contact, publicUrl, now }: { contact: string; publicUrl: string; now: number }): string {
	return [
		`Contact: mailto:${encodeURI(contact)}`,
		`Expires: ${new Date(now + VALID_MS).toISOString()}`,
		'Preferred-Languages: en',
		`Canonical: ${publicUrl}/.well-known/security.txt`,
		'',
	].join('\n');
}
