/** Discord's limits of a message (its documentation, "Embed limits" and "Execute Webhook"), in characters. */
export const MESSAGE_LIMITS = {
	title: 256,
	description: 4096,
	fields: 25,
	fieldName: 256,
	fieldValue: 1024,
	footer: 2048,
	/** Over all texts of all embeds of a message. */
	total: 6000,
	url: 2048,
} as const;
