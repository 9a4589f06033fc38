/** The body of an executed webhook: only the fields that we use (Discord's documentation, "Execute Webhook"). */
export interface WebhookBody {
	username: string;
	embeds: [Embed];
	/** Disables all mentions in product texts. */
	allowed_mentions: { parse: [] };
}

export interface Embed {
	title: string;
	url?: string;
	description?: string;
	/** 0xRRGGBB */
	color: number;
	fields: EmbedField[];
	thumbnail?: { url: string };
	image?: { url: string };
	footer: { text: string; icon_url?: string };
	/** ISO 8601 */
	timestamp: string;
}

export interface EmbedField {
	name: string;
	value: string;
	inline?: boolean;
}
