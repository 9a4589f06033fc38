import { type Database, Webhook, WebhookDeletion } from '@dropwire/db';
import { backoff } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import type { DiscordBot } from '../discord/bot.ts';
import { DELETION_MS } from '../webhooks/mustNotBeDeleted.ts';
import { lockOwner } from '../webhooks/owner.ts';

/** Until the deletion, a link that is added again in the channel uses the webhook. */
const EVERY_MS = 2000;
/** Webhooks per check; the next check goes on. */
const BATCH = 50;
/** The pause before the next attempt, ms: the last one is about two days after the first. */
const retryPauseMs = backoff({ firstMs: 60_000 });
const MAX_ATTEMPTS = 12;
/** How long rows are kept where no server has the bot's token, ms. */
const KEPT_MS = 86_400_000;

interface Services {
	db: Database;
	bot: Pick<DiscordBot, 'deleteOwnWebhook'> | null;
	log: Logger;
}

/** Deletes webhooks at Discord that Dropwire created and nothing uses. Several servers can do it at once. */
export function startWebhookDeletions(services: Services): Job {
	return every(EVERY_MS, () => deleteDue(services, Date.now()), {
		onError: (error) => services.log.error({ err: error }, 'deleting unused webhooks failed'),
	});
}

async function deleteDue(services: Services, now: number): Promise<void> {
	const { knex } = services.db;
	if (!services.bot) {
		await WebhookDeletion.query(knex)
			.where('dueAt', '<', now - KEPT_MS)
			.delete();
		return;
	}
	const due = await WebhookDeletion.query(knex).where('dueAt', '<=', now).orderBy('dueAt').limit(BATCH);
	for (const row of due) {
		if (await begin(services.db, row)) await attempt(services, services.bot, row);
	}
}

/** @returns false if a link uses the webhook again, or another server deletes it */
async function begin(db: Database, { discordId, guildId }: WebhookDeletion): Promise<boolean> {
	return db.transaction(async (trx) => {
		// A call that links the webhook holds the lock until its commit.
		await lockOwner(trx, { guildId });
		const startedAt = Date.now();
		const row = await WebhookDeletion.query(trx).findById(discordId).forUpdate();
		if (!row || row.dueAt > startedAt) return false;
		if (await Webhook.query(trx).findOne({ discordId })) {
			await WebhookDeletion.query(trx).deleteById(discordId);
			return false;
		}
		await WebhookDeletion.query(trx)
			.findById(discordId)
			.patch({ startedAt, dueAt: startedAt + DELETION_MS });
		return true;
	});
}

async function attempt(
	{ db, log }: Services,
	bot: Pick<DiscordBot, 'deleteOwnWebhook'>,
	{ discordId, guildId, attempts: failed }: WebhookDeletion,
): Promise<void> {
	const attempts = failed + 1;
	try {
		if (await bot.deleteOwnWebhook(discordId, guildId)) {
			// A call that has read the webhook before must not link it now. The next attempt finds it deleted.
			const startedAt = Date.now();
			await WebhookDeletion.query(db.knex)
				.findById(discordId)
				.patch({ startedAt, dueAt: startedAt + DELETION_MS });
			return;
		}
	} catch (error) {
		const isLast = attempts >= MAX_ATTEMPTS;
		log.warn({ err: error, guildId, webhookId: discordId, attempts, isLast }, 'could not delete an unused webhook');
		if (!isLast) {
			const dueAt = Date.now() + retryPauseMs(attempts);
			await WebhookDeletion.query(db.knex).findById(discordId).patch({ attempts, dueAt, startedAt: null });
			return;
		}
	}
	await WebhookDeletion.query(db.knex).deleteById(discordId);
}
