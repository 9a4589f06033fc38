/** The body of an executed webhook, as far as we use it (Discord's documentation, "Execute Webhook"). */
export interface WebhookBody {
	username: string;
	embeds: [Embed];
	/** Nobody is pinged by a product's texts. */
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
