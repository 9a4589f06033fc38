import { UncertainCommitError } from '@dropwire/db';
import type { BotWebhook, DiscordBot } from '../discord/bot.ts';
import type { Server } from '../http/context.ts';
import { lockOwner } from '../webhooks/owner.ts';

/**
 * Deletes the webhooks that a failed call created, except those that another call has found and linked in the meantime.
 * Keeps all of them if the call may have linked them. Never rejects: a webhook that is kept is used by the channel's next
 * link.
 */
export async function deleteUnlinked(
	{ db, bot, log }: Pick<Server, 'db' | 'log'> & { bot: DiscordBot | null },
	guildId: string,
	webhooks: ReadonlyMap<string, BotWebhook>,
	failure: unknown,
): Promise<void> {
	const ids = [...webhooks.values()].flatMap(({ id, created }) => (created ? [id] : []));
	if (ids.length === 0 || failure instanceof UncertainCommitError) return;
	try {
		const linked = await db.transaction(async (trx) => {
			// A call that links one of them holds the lock until its commit.
			await lockOwner(trx, { guildId });
			const rows = await trx('webhooks').whereIn('discordId', ids).select('discordId');
			return new Set(rows.map(({ discordId }) => discordId));
		});
		for (const id of ids) if (!linked.has(id)) await bot?.deleteWebhook(id);
	} catch (error) {
		log.warn({ err: error, guildId }, 'could not check whether new webhooks are used; keeping them');
	}
}
