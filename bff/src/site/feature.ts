import { CallError } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { createPublicDocuments } from './publicDocuments.ts';
import { robotsTxt, securityTxt, sitemap } from './textFiles.ts';
import { readSite, type SiteServices } from './site.ts';
import { web } from './web.ts';

export function siteFeature({ webRoot, ...services }: SiteServices & { webRoot: string }) {
	const documents = createPublicDocuments(webRoot, services);
	return {
		handlers: {
			site: ({ server: { settings } }) => readSite(settings),
			invite: ({ server: { settings } }) => {
				if (!settings.INVITE_URL) throw new CallError('not_found', 'This server has no community link.');
				return settings.INVITE_URL;
			},
			robotsTxt: ({ server: { settings } }) => ({
				type: 'text/plain; charset=utf-8',
				body: robotsTxt(settings.PUBLIC_URL),
			}),
			sitemap: ({ server: { settings } }) => ({
				type: 'application/xml; charset=utf-8',
				body: sitemap(settings.PUBLIC_URL),
			}),
			securityTxt: ({ server: { settings } }) => {
				const { CONTACT_EMAIL: contact, PUBLIC_URL: publicUrl } = settings;
				if (!contact) throw new CallError('not_found', 'This server has no contact address.');
				return { type: 'text/plain; charset=utf-8', body: securityTxt({ contact, publicUrl, now: Date.now() }) };
			},
		},
		mount: (app) => void app.use(web(webRoot, documents)),
	} satisfies Feature;
}
