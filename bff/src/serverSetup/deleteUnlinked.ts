import { UncertainCommitError } from '@dropwire/db';
import { queueDeletions } from '@dropwire/engine';
import type { BotWebhook } from '../discord/bot.ts';
import type { Server } from '../http/context.ts';
import { lockOwner } from '../webhooks/owner.ts';

/**
 * Has the webhooks that a failed call created deleted, except those that another call has found and linked in the
 * meantime. Keeps all of them if the call may have linked them. Never rejects: a webhook that is kept is used by the
 * channel's next link.
 */
export async function deleteUnlinked(
	{ db, log }: Pick<Server, 'db' | 'log'>,
	guildId: string,
	webhooks: ReadonlyMap<string, BotWebhook>,
	failure: unknown,
): Promise<void> {
	const ours = [...webhooks.values()].flatMap(({ id, created }) => (created ? [{ discordId: id, guildId }] : []));
	if (ours.length === 0 || failure instanceof UncertainCommitError) return;
	try {
		await db.transaction(async (trx) => {
			// A call that links one of them holds the lock until its commit.
			await lockOwner(trx, { guildId });
			await queueDeletions(trx, ours);
		});
	} catch (error) {
		log.warn({ err: error, guildId }, 'could not check whether new webhooks are used; keeping them');
	}
}
