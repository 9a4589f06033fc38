import { ANNOUNCEMENT_LOOK, discordUrl } from '@dropwire/domain';
import { cut, MESSAGE_LIMITS, truncateEmbed, type WebhookBody } from '../../message/body.ts';

export interface AnnouncementText {
	title: string;
	/** The URL of the thumbnail. */
	imageUrl: string;
	description: string;
	/** Shown beside the footer, if Discord can fetch it. */
	logoUrl?: string;
	at: number;
}

/** The message of an operator's announcement. Keeps the operator's Markdown, but mentions nobody. */
export function composeAnnouncement({ title, imageUrl, description, logoUrl, at }: AnnouncementText): WebhookBody {
	const [thumbnail, logo] = [discordUrl(imageUrl), discordUrl(logoUrl)];
	return {
		username: ANNOUNCEMENT_LOOK.username,
		allowed_mentions: { parse: [] },
		embeds: [
			truncateEmbed({
				title: cut(title.toWellFormed(), MESSAGE_LIMITS.title),
				description: cut(description.toWellFormed(), MESSAGE_LIMITS.description),
				color: ANNOUNCEMENT_LOOK.color,
				fields: [],
				...(thumbnail && { thumbnail: { url: thumbnail } }),
				footer: { text: ANNOUNCEMENT_LOOK.footer, ...(logo && { icon_url: logo }) },
				timestamp: new Date(at).toISOString(),
			}),
		],
	};
}
