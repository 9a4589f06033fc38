/** Discord's limits for a message, in characters (its documentation, "Embed limits" and "Execute Webhook"). */
export const MESSAGE_LIMITS = {
	title: 256,
	description: 4096,
	fields: 25,
	fieldName: 256,
	fieldValue: 1024,
	footer: 2048,
	/** The limit for all texts of all embeds of a message together. */
	total: 6000,
	url: 2048,
	/** The longest URL of a link in a text; also Discord's limit for the URL of a button. */
	linkUrl: 512,
} as const;
