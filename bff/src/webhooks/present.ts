import type { Subscription, Vault, Webhook } from '@dropwire/db';
import { webhookUrl } from '@dropwire/engine';
import type { Health } from '../../contract/fields.ts';

/** How a webhook fares, for those who may see it. */
export function presentHealth({ active, offReason, lastStatus, lastReason, lastAt }: Webhook): Health {
	return { active, offReason, lastStatus, lastReason, lastAt };
}

/** A row of a guild's channel. Only who may edit it gets here, so the URL is whole. */
export function presentGuildWebhook(vault: Vault, row: Subscription) {
	const webhook = row.webhook as Webhook;
	return { id: String(row.id), webhook: webhookUrl(vault, webhook), health: presentHealth(webhook) };
}

/** A row of an operator's group. */
export function presentOperatorWebhook(vault: Vault, row: Subscription) {
	const webhook = row.webhook as Webhook;
	return { label: row.label ?? '', value: webhookUrl(vault, webhook), health: presentHealth(webhook) };
}
