import { Plan } from '@dropwire/domain/plans';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Fee } from './resale.ts';

const Site = z.object({
	inviteUrl: z.string().nullable(),
	socialUrls: z.array(z.string()),
	contactEmail: z.string().nullable(),
	/** Empty if the operator offers none. */
	plans: z.array(Plan),
	/** The application's store at Discord; null if it sells none of the plans. */
	storeUrl: z.string().nullable(),
	/** Of resale markets, for the payout calculator. */
	fees: z.array(Fee),
});
export type Site = z.infer<typeof Site>;

/** The data that the public pages need. */
export const siteCalls = {
	site: endpoint({
		method: 'GET',
		path: '/api/site',
		auth: { role: 'anyone' },
		description:
			'Settings of the public pages: community link, social links, contact address, plans, and the fees of resale markets.',
		output: Site,
	}),
	invite: endpoint({
		method: 'GET',
		path: '/invite',
		auth: { role: 'anyone' },
		description: 'Redirects to the community (INVITE_URL); 404 without one.',
		output: 'redirect',
		errors: ['not_found'],
	}),
	robotsTxt: endpoint({
		method: 'GET',
		path: '/robots.txt',
		auth: { role: 'anyone' },
		description: 'What search engines can read: the public pages (RFC 9309).',
		output: 'page',
	}),
	sitemap: endpoint({
		method: 'GET',
		path: '/sitemap.xml',
		auth: { role: 'anyone' },
		description: 'The public pages, for search engines (sitemaps.org).',
		output: 'page',
	}),
	securityTxt: endpoint({
		method: 'GET',
		path: '/.well-known/security.txt',
		auth: { role: 'anyone' },
		description: 'Where to report a vulnerability (RFC 9116); 404 without CONTACT_EMAIL.',
		output: 'page',
		errors: ['not_found'],
	}),
};
