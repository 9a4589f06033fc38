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
 * Puts many webhooks on lists, in a few statements whatever their number. `id` keeps the place of a row that stood.
 * @throws UniqueViolationError when a list has a webhook, or a label, already
 */
export async function subscribeMany(
	trx: Knex.Transaction,
	vault: Vault,
	rows: readonly { place: ListPlace; webhook: NewWebhook; id?: number }[],
): Promise<void> {
	const createdAt = Date.now();
	for (const chunk of chunks(rows)) {
		const hashes = chunk.map(({ webhook }) => hashOf(vault, webhook));
		await saveWebhooks(
			trx,
			vault,
			chunk.map(({ webhook }) => webhook),
		);
		const found: { id: number; urlHash: string }[] = await trx('webhooks')
			.whereIn('urlHash', hashes)
			.select('id', 'urlHash');
		const ids = new Map(found.map((row) => [row.urlHash, row.id]));
		const subscriptions = chunk.map(({ place, id }, index) => ({
			...(id !== undefined && { id }),
			...place,
			webhookId: ids.get(hashes[index] as string) as number,
			createdAt,
		}));
		// One statement has the same columns in every row: those that keep their id, and those that get one.
		for (const same of [subscriptions.filter((row) => 'id' in row), subscriptions.filter((row) => !('id' in row))]) {
			if (same.length > 0) await trx('subscriptions').insert(same);
		}
	}
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

/** What a webhook is found by, however its URL is spelled. */
export function hashOf(vault: Vault, { id, token }: WebhookAddress): string {
	return vault.fingerprint(`${id}/${token}`);
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
	const createdAt = Date.now();
	await trx('webhooks')
		.insert(
			webhooks.map((webhook) => ({
				discordId: webhook.id,
				urlHash: hashOf(vault, webhook),
				urlSealed: vault.seal(webhook.url, SEALED_AS),
				createdAt,
			})),
		)
		.onConflict('urlHash')
		.merge({ active: true, offReason: null, offAt: null });
}

/** Deletes those of the webhooks that no list names. Their log stays, without the way to post. */
export async function forgetUnlisted(trx: Knex.Transaction, webhookIds: readonly number[]): Promise<void> {
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
