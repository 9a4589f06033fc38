import type { PublicStatus, Release, Site } from '@dropwire/contract';
import type { Logger } from 'pino';
import type { ServerSettings } from '../settings.ts';

/** What the public pages are made of. */
export interface SiteServices {
	settings: ServerSettings;
	readStatus: () => Promise<PublicStatus>;
	/** The first page of the calendar. */
	readReleases: () => Promise<{ data: Release[]; nextCursor: string | null }>;
	log: Pick<Logger, 'warn'>;
}

/** The settings that the public pages show. */
export function readSite(settings: ServerSettings): Site {
	const { INVITE_URL, SOCIAL_URLS, CONTACT_EMAIL, DISCORD_CLIENT_ID, PLANS, RESALE_FEES } = settings;
	const sells = DISCORD_CLIENT_ID !== undefined && PLANS.some(({ discordSku }) => discordSku !== undefined);
	return {
		inviteUrl: INVITE_URL ?? null,
		socialUrls: SOCIAL_URLS,
		contactEmail: CONTACT_EMAIL ?? null,
		plans: PLANS,
		storeUrl: sells ? `${settings.DISCORD_URL}/application-directory/${DISCORD_CLIENT_ID}/store` : null,
		fees: RESALE_FEES,
	};
}
