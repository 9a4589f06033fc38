import { type Knex, Subscription, type Vault, Webhook } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import type { WebhookAddress } from './webhookUrl.ts';

/** Binds the seal to its column, so that a value copied from elsewhere does not open as a webhook. */
const SEALED_AS = 'webhook';
const CHUNK = 500;

export const WEBHOOK_REMOVED = 'The webhook was removed';

/** Where a subscription stands: a list, and the topic or guild channel that the list belongs to. */
export interface ListPlace {
	list: string;
	topicId: number | null;
	guildChannelId: number | null;
	label: string | null;
}

export interface NewWebhook extends WebhookAddress {
	url: string;
}

/** The webhook's URL as it was saved. For those only who may edit the row. */
export function webhookUrl(vault: Vault, webhook: Pick<Webhook, 'urlSealed'>): string {
	return vault.open(webhook.urlSealed, SEALED_AS);
}

/**
 * Puts a webhook on a list; one that was switched off is on again, since somebody vouches for it anew.
 * @returns the subscription's id
 * @throws UniqueViolationError when the list has this webhook, or this label, already
 */
export async function subscribe(
	trx: Knex.Transaction,
	vault: Vault,
	place: ListPlace,
	webhook: NewWebhook,
): Promise<number> {
	const webhookId = await saveWebhook(trx, vault, webhook);
	const row = await Subscription.query(trx).insert({ ...place, webhookId, createdAt: Date.now() });
	return row.id;
}

/**
 * Gives a row of a list another webhook.
 * @throws UniqueViolationError when the list has that webhook already
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

/** Takes rows off their lists. A webhook that stands on no list any more is forgotten, and what waits for it ends. */
export async function unsubscribe(trx: Knex.Transaction, subscriptionIds: readonly number[]): Promise<void> {
	for (const ids of chunks(subscriptionIds)) {
		const rows = await Subscription.query(trx).whereIn('id', ids).select('webhookId');
		await Subscription.query(trx).whereIn('id', ids).delete();
		await forgetUnlisted(trx, [...new Set(rows.map((row) => row.webhookId))]);
	}
}

async function saveWebhook(trx: Knex.Transaction, vault: Vault, { id, token, url }: NewWebhook): Promise<number> {
	const urlHash = vault.fingerprint(`${id}/${token}`);
	await trx('webhooks')
		.insert({ discordId: id, urlHash, urlSealed: vault.seal(url, SEALED_AS), createdAt: Date.now() })
		.onConflict('urlHash')
		.merge({ active: true, offReason: null, offAt: null });
	const row = await Webhook.query(trx).findOne({ urlHash }).select('id').throwIfNotFound();
	return row.id;
}

/** Deletes those of the webhooks that no list names. Their log stays, without the way to post. */
async function forgetUnlisted(trx: Knex.Transaction, webhookIds: readonly number[]): Promise<void> {
	const listed = await Subscription.query(trx).whereIn('webhookId', webhookIds).distinct('webhookId');
	const kept = new Set(listed.map((row) => row.webhookId));
	const gone = webhookIds.filter((id) => !kept.has(id));
	if (gone.length === 0) return;
	// Locked first: a delivery that is being queued for one of these would be left open with nobody to send it to.
	await Webhook.query(trx).whereIn('id', gone).forUpdate().select('id');
	await trx('deliveries')
		.whereIn('webhookId', gone)
		.whereIn('status', [...OPEN_STATUSES])
		.update({ status: 'failed', reason: WEBHOOK_REMOVED });
	await Webhook.query(trx).whereIn('id', gone).delete();
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
	for (let at = 0; at < items.length; at += CHUNK) yield items.slice(at, at + CHUNK);
}
