import { BotNotice, type Knex } from '@dropwire/db';
import { escapeMarkdown } from '@dropwire/engine';
import type { ServerSettings } from '../settings.ts';
import { COLORS, type NoticeMessage } from './message.ts';

/** The most links that a notice names. */
const NAMED = 10;
/** The most deaths that one notice covers. */
const COVERED = 200;

interface DeadLink {
	webhookId: number;
	channelId: string | null;
	channelName: string | null;
	offReason: string | null;
	toolsName: string;
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
): Promise<NoticeMessage | null> {
	const guild: { linkNotices: number; botLeftAt: number | null } | undefined = await knex('guilds')
		.where({ guildId })
		.first('linkNotices', 'botLeftAt');
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
		.select('w.id as webhookId', 'w.channelId', 'w.channelName', 'w.offReason', 't.toolsName', 't.region');
	if (links.length === 0) return null;
	const others = waiting.filter((notice) => notice.id !== id).map((notice) => notice.id);
	await BotNotice.query(knex)
		.findById(id)
		.patch({ data: JSON.stringify({ webhookIds }) });
	await BotNotice.query(knex)
		.whereIn('id', others)
		.patch({ status: 'obsolete', reason: `part of notice ${id}`, doneAt: Date.now() });
	const lines = links.slice(0, NAMED).map(lineOf);
	const rest = links.length - lines.length;
	if (rest > 0) lines.push(`and ${rest} more`);
	const they = links.length === 1 ? 'It gets' : 'They get';
	return {
		title: links.length === 1 ? 'A Dropwire link stopped working' : `${links.length} Dropwire links stopped working`,
		description: `${lines.join('\n')}\n\n${they} no messages. Link the channel again with \`/link\`, or [open the dashboard](${PUBLIC_URL}/dashboard/admin/${guildId}). \`/notices links:off\` turns these notices off.`,
		color: COLORS.bad,
	};
}

function lineOf({ channelId, channelName, offReason, toolsName, region }: DeadLink): string {
	// A mention of a deleted channel is shown as unknown; its name helps.
	const name = channelName
		? `#${escapeMarkdown(channelName)}`
		: channelId === null
			? 'an unknown channel'
			: `<#${channelId}>`;
	return `**${escapeMarkdown(toolsName)} (${region})** → ${name}: ${escapeMarkdown(offReason ?? 'the webhook is off')}`;
}
