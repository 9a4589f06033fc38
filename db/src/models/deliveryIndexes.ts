/** The indexes of `deliveries` by which lists and counts read it. Each ends with the row's id. */
export const DELIVERY_INDEXES = {
	message: 'deliveries_messageid_webhookid_variant_unique',
	/** Covers counts of open deliveries. */
	open: 'deliveries_status_webhookid_id_notbefore_guildid_index',
	/** The edits of a webhook's message. */
	edits: 'deliveries_webhookid_editof_index',
	failure: 'deliveries_failure_index',
	topic: 'deliveries_topic_index',
	guild: 'deliveries_guild_index',
	guildTopic: 'deliveries_guild_topic_index',
} as const;
