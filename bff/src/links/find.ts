import {
	type Database,
	type Knex,
	type GuildChannel,
	Subscription,
	type TopicRow,
	type Webhook,
	type StoredRow,
} from '@dropwire/db';
import { forbidden } from '../http/errors.ts';
import type { ListedLink } from './present.ts';

/** A guild's subscription with its webhook and topic. */
export type LinkRow = Subscription & { webhook: Webhook; channel: GuildChannel & { topic: TopicRow } };

const LINKS = `select s.id, s.options, t.region, t.toolsName, c.guildId as ownerId, w.discordId, w.threadId, w.byBot, w.active, w.offReason,
	w.lastStatus, w.lastReason, w.lastAt, w.pausedUntil, w.pausedAt, w.editsPausedUntil, w.pauseReason,
	w.guildId, w.channelId, w.channelName, w.name, g.name as guildName
	from guild_channels c join topics t on t.id = c.topicId join subscriptions s on s.guildChannelId = c.id
	join webhooks w on w.id = s.webhookId left join guilds g on g.guildId = w.guildId
	where c.guildId = ?`;

/** All links of a guild, oldest first, with the name of the server that each webhook is in. */
export async function listLinks({ read }: Pick<Database, 'read'>, guildId: string) {
	const rows = await read<ListedLink & { guildName: string | null }>(LINKS, [guildId]);
	// Not sorted by the database, which would copy every row into a temporary table first.
	return rows.sort((a, b) => a.id - b.id);
}

/** The webhook's messages among which a link's last one is searched. */
const RECENT = 200;

/** A webhook's latest messages by topic. Reads the index of its unedited messages from the end. */
export async function lastByTopic({ read }: Pick<Database, 'read'>, webhookId: number) {
	const sql = `select topicId, status, reason, queuedAt, sentAt from deliveries
		where webhookId = ? and editOf is null order by id desc limit ${RECENT}`;
	type Last = Pick<StoredRow<'deliveries'>, 'topicId' | 'status' | 'reason' | 'queuedAt' | 'sentAt'>;
	const rows = await read<Last>(sql, [webhookId]);
	return new Map(rows.toReversed().map((row) => [row.topicId, row]));
}

/** The links of a guild whose webhook posts to this Discord channel, oldest first. */
export async function linksToChannel(
	knex: Knex,
	{ guildId, channelId }: { guildId: string; channelId: string },
): Promise<LinkRow[]> {
	const rows = await Subscription.query(knex)
		.joinRelated('[channel, webhook]')
		.where({ 'channel.guildId': guildId, 'webhook.channelId': channelId })
		.withGraphFetched('[webhook, channel.topic]')
		.orderBy('subscriptions.id')
		.select('subscriptions.*');
	return rows as LinkRow[];
}

/** @throws CallError 403 when the link does not belong to this guild, whether it exists or not */
export async function findLink(knex: Knex, { guildId, id }: { guildId: string; id: string }): Promise<LinkRow> {
	const row = await Subscription.query(knex).findById(Number(id)).withGraphFetched('[webhook, channel.topic]');
	if (row?.channel?.guildId !== guildId) throw forbidden('This server has no such link.');
	return row as LinkRow;
}
