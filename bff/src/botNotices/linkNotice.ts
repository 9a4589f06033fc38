import type { BotNoticeContent } from '@dropwire/contract';
import { BotNotice, type Knex } from '@dropwire/db';
import type { ServerSettings } from '../settings.ts';

/** The most links that a notice names. */
const NAMED = 10;
/** The most deaths that one notice covers. */
const COVERED = 200;

interface DeadLink {
	channelId: string | null;
	channelName: string | null;
	reason: string | null;
	topic: string;
	region: string;
}

/**
 * The notice that links of a guild have stopped working. Other notices of the same guild that wait become part of this
 * one. Null if all of them work again, are removed, or the guild does not want to know.
 */
export async function composeLinkNotice(
	knex: Knex,
	{ id, guildId }: BotNotice,
	{ PUBLIC_URL }: Pick<ServerSettings, 'PUBLIC_URL'>,
): Promise<BotNoticeContent | null> {
	const guild = await knex('guilds').where('guildId', guildId).first('linkNotices', 'botLeftAt');
	const waiting = await BotNotice.query(knex)
		.where({ status: 'pending', kind: 'link', guildId })
		// Not those that another process of the bot is sending.
		.where((free) => void free.whereNull('lease').orWhere({ id }))
		.orderBy('id')
		.limit(COVERED)
		.forUpdate();
	if (!guild?.linkNotices || guild.botLeftAt !== null) return null;
	const webhookIds = [
		...new Set(waiting.flatMap(({ data }) => (JSON.parse(data) as { webhookIds: number[] }).webhookIds)),
	];
	const links: DeadLink[] = await knex('webhooks as w')
		.join('subscriptions as s', 's.webhookId', 'w.id')
		.join('guild_channels as c', 'c.id', 's.guildChannelId')
		.join('topics as t', 't.id', 'c.topicId')
		.whereIn('w.id', webhookIds)
		.where({ 'w.active': false, 'c.guildId': guildId })
		.orderBy('s.id')
		.limit(COVERED)
		.select('w.channelId', 'w.channelName', 'w.offReason as reason', 't.toolsName as topic', 't.region');
	if (links.length === 0) return null;
	const others = waiting.filter((notice) => notice.id !== id).map((notice) => notice.id);
	await BotNotice.query(knex)
		.findById(id)
		.patch({ data: JSON.stringify({ webhookIds }) });
	await BotNotice.query(knex)
		.whereIn('id', others)
		.patch({ status: 'obsolete', reason: `part of notice ${id}`, doneAt: Date.now() });
	const url = `${PUBLIC_URL}/dashboard/admin/${guildId}`;
	return { kind: 'link', links: links.slice(0, NAMED), count: links.length, url };
}
