import type { CallOutput, Contract, HandlerInput, PublicStatus, Site } from '@dropwire/contract';
import type { Logger } from 'pino';
import type { ServerSettings } from '../settings.ts';

/** What the public pages are made of. */
export interface SiteServices {
	settings: ServerSettings;
	readStatus: () => Promise<PublicStatus>;
	/** The first page of the releases that a query asks for. */
	readReleases: (query: HandlerInput<Contract['releases']>) => Promise<CallOutput<Contract['releases']>>;
	log: Pick<Logger, 'warn'>;
}

/** The settings that the public pages show. */
export function readSite({ INVITE_URL, SOCIAL_URLS, CONTACT_EMAIL, PLANS, RESALE_FEES }: ServerSettings): Site {
	return {
		inviteUrl: INVITE_URL ?? null,
		socialUrls: SOCIAL_URLS,
		contactEmail: CONTACT_EMAIL ?? null,
		plans: PLANS,
		fees: RESALE_FEES,
	};
}
