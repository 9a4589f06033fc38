import {
	type Knex,
	type Place,
	Subscription,
	type Vault,
	Webhook,
	WEBHOOK_SEALED_AS,
	WebhookDeletion,
} from '@dropwire/db';
import { chunks, OPEN_STATUSES, parseWebhookUrl, type WebhookAddress } from '@dropwire/domain';
import { countOutcomes } from './countOutcomes.ts';
import { NO_OPTIONS, type OptionColumns } from './storedOptions.ts';
import { adoptHashes, hashOf } from './webhookHash.ts';

const CHUNK = 500;
/** How long Discord's information about a webhook stays valid when the webhook is saved again, ms. */
const VERIFIED_FOR_MS = 24 * 3_600_000;

export const WEBHOOK_REMOVED = 'The webhook was removed';

export interface NewWebhook extends WebhookAddress {
	url: string;
}

/**
 * A webhook's saved URL. Only for users who can edit the row.
 * @throws Error when it was sealed with another SECRET_KEY
 */
export function webhookUrl(vault: Vault, webhookId: number, urlSealed: string): string {
	return vault.openCached(webhookId, urlSealed, WEBHOOK_SEALED_AS);
}

/** A webhook's saved address; null if it was sealed with another SECRET_KEY, or is not a webhook URL of this Discord. */
export function openAddress(
	vault: Vault,
	webhookId: number,
	urlSealed: string,
	discordUrl: string,
): WebhookAddress | null {
	try {
		return parseWebhookUrl(webhookUrl(vault, webhookId, urlSealed), discordUrl);
	} catch {
		return null;
	}
}

/**
 * Adds a webhook to a list. Saving a disabled webhook again enables it.
 * @returns the subscription's ID
 */
export async function subscribe(
	trx: Knex.Transaction,
	vault: Vault,
	place: Place,
	webhook: NewWebhook,
): Promise<number> {
	const webhookId = await saveWebhook(trx, vault, webhook);
	const row = await Subscription.query(trx).insert({ ...place, webhookId, createdAt: Date.now() });
	return row.id;
}

/**
 * Adds many webhooks to lists, in a few statements regardless of their number. `replaces` is a deleted row whose ID and
 * creation time the new row keeps.
 * @throws UniqueViolationError when a list already has a webhook or a label
 */
export async function subscribeMany(
	trx: Knex.Transaction,
	vault: Vault,
	rows: readonly {
		place: Place;
		webhook: NewWebhook;
		replaces?: Pick<Subscription, 'id' | 'createdAt'>;
		/** By default none. */
		saved?: OptionColumns & Pick<Subscription, 'version'>;
	}[],
): Promise<void> {
	const createdAt = Date.now();
	for (const chunk of chunks(rows, CHUNK)) {
		const hashes = chunk.map(({ webhook }) => hashOf(vault, webhook));
		await saveWebhooks(
			trx,
			vault,
			chunk.map(({ webhook }) => webhook),
		);
		const found = await trx('webhooks').whereIn('urlHash', hashes).select('id', 'urlHash');
		const ids = new Map(found.map((row) => [row.urlHash, row.id]));
		const subscriptions = chunk.map(({ place, replaces, saved = { ...NO_OPTIONS, version: 1 } }, index) => ({
			...place,
			webhookId: ids.get(hashes[index] as string) as number,
			createdAt,
			...saved,
			...replaces,
		}));
		// All rows of a statement need the same columns: insert rows that keep their ID separately from rows that get a
		// new one.
		for (const same of [subscriptions.filter((row) => 'id' in row), subscriptions.filter((row) => !('id' in row))]) {
			if (same.length > 0) await trx('subscriptions').insert(same);
		}
	}
}

/**
 * Replaces the webhook of a list's row, which keeps its options.
 * @throws UniqueViolationError when the list already has that webhook
 */
export async function resubscribe(
	trx: Knex.Transaction,
	vault: Vault,
	subscription: Subscription,
	webhook: NewWebhook,
): Promise<void> {
	const webhookId = await saveWebhook(trx, vault, webhook);
	await Subscription.query(trx).findById(subscription.id).patch({ webhookId });
	if (webhookId !== subscription.webhookId) await forgetUnlisted(trx, [subscription.webhookId]);
}

/** Removes rows from their lists. A webhook on no list is deleted, and its pending deliveries fail. */
export async function unsubscribe(trx: Knex.Transaction, subscriptionIds: readonly number[]): Promise<void> {
	for (const ids of chunks(subscriptionIds, CHUNK)) {
		const rows = await Subscription.query(trx).whereIn('id', ids).select('webhookId');
		await Subscription.query(trx).whereIn('id', ids).delete();
		await forgetUnlisted(trx, [...new Set(rows.map((row) => row.webhookId))]);
	}
}

async function saveWebhook(trx: Knex.Transaction, vault: Vault, webhook: NewWebhook): Promise<number> {
	await saveWebhooks(trx, vault, [webhook]);
	const row = await Webhook.query(trx)
		.findOne({ urlHash: hashOf(vault, webhook) })
		.select('id')
		.throwIfNotFound();
	return row.id;
}

async function saveWebhooks(trx: Knex.Transaction, vault: Vault, webhooks: readonly NewWebhook[]): Promise<void> {
	await adoptHashes(trx, vault, webhooks);
	const createdAt = Date.now();
	await trx('webhooks')
		.insert(
			webhooks.map((webhook) => ({
				discordId: webhook.id,
				urlHash: hashOf(vault, webhook),
				urlSealed: vault.seal(webhook.url, WEBHOOK_SEALED_AS),
				threadId: webhook.threadId ?? null,
				createdAt,
			})),
		)
		.onConflict('urlHash')
		.merge({
			active: true,
			offReason: null,
			offAt: null,
			// Verify the webhook with Discord again, unless Discord confirmed it within the last 24 hours.
			verifiedAt: trx.raw('case when ?? < ? then null else ?? end', [
				'webhooks.verifiedAt',
				createdAt - VERIFIED_FOR_MS,
				'webhooks.verifiedAt',
			]),
		});
}

/**
 * Deletes the given webhooks that are on no list, at Discord too if Dropwire created them. Their logs are kept, but
 * without the URL.
 */
export async function forgetUnlisted(trx: Knex.Transaction, webhookIds: readonly number[]): Promise<void> {
	// Lock first, in one order: another transaction can remove or add another row of one of these webhooks, and a delivery
	// that is being queued would stay open forever.
	const rows = await Webhook.query(trx)
		.whereIn('id', [...webhookIds])
		.orderBy('id')
		.forUpdate()
		.select('id', 'discordId', 'guildId', 'byBot');
	const listed = await Subscription.query(trx).whereIn('webhookId', webhookIds).distinct('webhookId');
	const kept = new Set(listed.map((row) => row.webhookId));
	const unlisted = rows.filter(({ id }) => !kept.has(id));
	const gone = unlisted.map(({ id }) => id);
	if (gone.length === 0) return;
	const failed = await trx('deliveries')
		.whereIn('webhookId', gone)
		.whereIn('status', [...OPEN_STATUSES])
		.update({ status: 'failed', reason: WEBHOOK_REMOVED });
	await countOutcomes(trx, { failed });
	await Webhook.query(trx).whereIn('id', gone).delete();
	await queueDeletions(
		trx,
		unlisted.flatMap(({ discordId, guildId, byBot }) => (byBot && guildId ? [{ discordId, guildId }] : [])),
	);
}

/** Has webhooks that Dropwire created deleted at Discord, unless they or one of their threads are on a list. */
export async function queueDeletions(
	trx: Knex.Transaction,
	webhooks: readonly Pick<WebhookDeletion, 'discordId' | 'guildId'>[],
): Promise<void> {
	const ours = new Map(webhooks.map(({ discordId, guildId }) => [discordId, guildId]));
	if (ours.size === 0) return;
	const kept = await Webhook.query(trx)
		.whereIn('discordId', [...ours.keys()])
		.select('discordId');
	for (const { discordId } of kept) ours.delete(discordId);
	if (ours.size === 0) return;
	const dueAt = Date.now();
	await trx(WebhookDeletion.tableName)
		.insert([...ours].map(([discordId, guildId]) => ({ discordId, guildId, dueAt })))
		.onConflict('discordId')
		.ignore();
}
