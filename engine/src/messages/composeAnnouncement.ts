import { ANNOUNCEMENT_LOOK } from '@dropwire/db/topics';
import type { WebhookBody } from './body.ts';
import { fitted } from './fitted.ts';
import { MESSAGE_LIMITS } from './limits.ts';
import { cut, webAddress } from './texts.ts';

export interface AnnouncementText {
	title: string;
	/** Of the thumbnail. */
	imageUrl: string;
	description: string;
	/** Stands beside the footer, where Discord can fetch it. */
	logoUrl?: string;
	at: number;
}

/** What an operator announces. The operator's own markdown stands; nobody is pinged by it. */
export function composeAnnouncement({ title, imageUrl, description, logoUrl, at }: AnnouncementText): WebhookBody {
	const thumbnail = webAddress(imageUrl);
	return {
		username: ANNOUNCEMENT_LOOK.username,
		allowed_mentions: { parse: [] },
		embeds: [
			fitted({
				title: cut(title.toWellFormed(), MESSAGE_LIMITS.title),
				description: cut(description.toWellFormed(), MESSAGE_LIMITS.description),
				color: ANNOUNCEMENT_LOOK.color,
				fields: [],
				...(thumbnail && { thumbnail: { url: thumbnail } }),
				footer: { text: ANNOUNCEMENT_LOOK.footer, ...(logoUrl && { icon_url: logoUrl }) },
				timestamp: new Date(at).toISOString(),
			}),
		],
	};
}
