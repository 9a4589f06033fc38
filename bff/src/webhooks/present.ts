import type { Subscription, Vault, Webhook } from '@dropwire/db';
import { loadOptions, MAX_WEBHOOK_WAIT_MS, webhookUrl } from '@dropwire/engine';
import type { Health, OperatorWebhook } from '@dropwire/contract';
import { placeOf, type Places } from './places.ts';

/** The health and place of a saved webhook as lists show them. Plain rows have 0 or 1 as `active`. */
export type ListedState = Omit<Health, 'active' | 'pausedUntil' | 'pauseReason'> &
	Pick<Webhook, 'guildId' | 'channelId' | 'channelName' | 'name'> &
	Pick<Webhook, 'pausedUntil' | 'pausedAt' | 'editsPausedUntil' | 'pauseReason'> & { active: boolean | number };

/** A saved webhook as lists show it, also its URL. */
export type ListedWebhook = ListedState & Pick<Webhook, 'urlSealed'>;

/** The health of a webhook. */
export function presentHealth(webhook: ListedState, now = Date.now()): Health {
	const { active, offReason, lastStatus, lastReason, lastAt, pauseReason } = webhook;
	const pausedUntil = pauseEnd(webhook, now);
	const pause = pausedUntil > now && { pausedUntil, pauseReason };
	return { active: Boolean(active), offReason, lastStatus, lastReason, lastAt, ...pause };
}

/** The end of the pause of new messages or, if there is none, of edits, as the engine reads them. */
function pauseEnd({ pausedAt, pausedUntil, editsPausedUntil }: ListedState, now: number): number {
	const end = pausedAt > now ? 0 : Math.min(pausedUntil, pausedAt + MAX_WEBHOOK_WAIT_MS);
	if (end > now) return end;
	return editsPausedUntil > now + MAX_WEBHOOK_WAIT_MS ? 0 : editsPausedUntil;
}

/** The data of a webhook that every list shows in addition to its URL. */
export function presentState(webhook: Webhook, places: Places) {
	return { health: presentHealth(webhook), place: places(webhook) };
}

/** A row of a guild's channel with the unmasked URL. Use it only for callers who can edit the row. */
export function presentGuildWebhook(vault: Vault, row: Subscription, places: Places) {
	const webhook = row.webhook as Webhook;
	return {
		id: String(row.id),
		webhook: webhookUrl(vault, webhook.id, webhook.urlSealed),
		...presentState(webhook, places),
		options: loadOptions(row, webhook),
	};
}

/** A row of an operator group. Operators see the name of every guild that uses Dropwire. */
export function presentOperatorWebhook(
	vault: Vault,
	row: ListedWebhook & { id: number; webhookId: number; label: string | null; guildName: string | null },
): OperatorWebhook {
	return {
		id: String(row.id),
		webhookId: String(row.webhookId),
		label: row.label ?? '',
		value: webhookUrl(vault, row.webhookId, row.urlSealed),
		health: presentHealth(row),
		place: placeOf(row, row.guildName, null),
	};
}
