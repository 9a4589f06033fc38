import type { Knex } from '@dropwire/db';

/** A notice about links that the bot could write in no channel of the guild. */
export interface UndeliveredNotice {
	guildId: string;
	name: string;
	/** When it was given up. */
	at: number;
	reason: string | null;
}

/** The most guilds that are read. */
const MAX = 200;

/**
 * The guilds that do not know that links of theirs stopped working: the bot could not write their latest notice, they want
 * to be notified, and a link is still off. The newest first.
 * @param guildId only this guild
 */
export async function undeliveredNotices(knex: Knex, guildId?: string): Promise<UndeliveredNotice[]> {
	const written = knex('bot_notices as later')
		.where({ 'later.kind': 'link', 'later.status': 'sent' })
		.whereRaw('?? = ?? and ?? > ??', ['later.guildId', 'n.guildId', 'later.id', 'n.id']);
	const off = knex('guild_channels as c')
		.join('subscriptions as s', 's.guildChannelId', 'c.id')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.whereRaw('?? = ??', ['c.guildId', 'n.guildId'])
		.where('w.active', false);
	const rows: { guildId: string; name: string; doneAt: number; reason: string | null }[] = await knex(
		'bot_notices as n',
	)
		.join('guilds as g', 'g.guildId', 'n.guildId')
		.where({ 'n.status': 'undeliverable', 'n.kind': 'link', 'g.linkNotices': true })
		.whereNull('g.botLeftAt')
		.where((some) => void (guildId !== undefined && some.where('n.guildId', guildId)))
		.whereNotExists(written)
		.whereExists(off)
		.orderBy('n.id', 'desc')
		.limit(MAX)
		.select('n.guildId', 'g.name', 'n.doneAt', 'n.reason');
	const newest = new Map(rows.toReversed().map((row) => [row.guildId, row]));
	return [...newest.values()].toReversed().map(({ doneAt, ...row }) => ({ ...row, at: doneAt }));
}
