import type { Knex, Webhook } from '@dropwire/db';

/** A link of a server, with its topic and its webhook's state. */
export interface SetupLink extends Pick<
	Webhook,
	'discordId' | 'threadId' | 'channelId' | 'channelName' | 'offReason' | 'urlSealed'
> {
	id: number;
	region: string;
	toolsName: string;
	webhookId: number;
	active: boolean;
	options: string | null;
}

/** All links of a server, oldest first, in one statement. */
export async function readLinks(knex: Knex, guildId: string): Promise<SetupLink[]> {
	const rows: (Omit<SetupLink, 'active'> & { active: number | boolean })[] = await knex('guild_channels as c')
		.join('topics as t', 't.id', 'c.topicId')
		.join('subscriptions as s', 's.guildChannelId', 'c.id')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.where('c.guildId', guildId)
		.orderBy('s.id')
		.select(
			's.id',
			't.region',
			't.toolsName',
			's.webhookId',
			's.options',
			'w.active',
			'w.offReason',
			'w.discordId',
			'w.threadId',
			'w.channelId',
			'w.channelName',
			'w.urlSealed',
		);
	return rows.map((row) => ({ ...row, active: Boolean(row.active) }));
}
