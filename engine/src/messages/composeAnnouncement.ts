import type { WebhookBody } from './body.ts';
import { fitted } from './fitted.ts';
import { MESSAGE_LIMITS } from './limits.ts';
import { cut, webAddress } from './texts.ts';

export interface AnnouncementText {
	title: string;
	/** Of the thumbnail. */
	imageUrl: string;
	description: string;
	at: number;
}

/** What an operator announces. The operator's own markdown stands; nobody is pinged by it. */
export function composeAnnouncement({ title, imageUrl, description, at }: AnnouncementText): WebhookBody {
	const thumbnail = webAddress(imageUrl);
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			fitted({
				title: cut(title.toWellFormed(), MESSAGE_LIMITS.title),
				description: cut(description.toWellFormed(), MESSAGE_LIMITS.description),
				color: 0xffb020,
				fields: [],
				...(thumbnail && { thumbnail: { url: thumbnail } }),
				footer: { text: 'Dropwire Stock Numbers' },
				timestamp: new Date(at).toISOString(),
			}),
		],
	};
}
