import type { AuditEntry } from '@dropwire/contract';
import { Account, type AuditRow, type Knex, Webhook } from '@dropwire/db';
import { maskEnd, webhookEnd } from '@dropwire/domain';
import { labelsOf } from '../webhooks/labels.ts';

/** Rows of the audit log with the names of the people, and the webhooks that still exist. */
export async function presentAudit(knex: Knex, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
	const actors = await Account.query(knex).whereIn('discordId', [...new Set(rows.flatMap(({ actor }) => actor ?? []))]);
	const names = new Map(actors.map(({ discordId, username }) => [discordId, username]));
	const changes = rows.map((row) => ({ ...row, before: valueOf(row.before), after: valueOf(row.after) }));
	const webhookOf = await webhooksOf(knex, changes);
	return changes.map((change) => ({
		...change,
		id: String(change.id),
		actorName: names.get(change.actor ?? '') ?? null,
		webhook: webhookOf(change),
	}));
}

function valueOf(json: string | null): unknown {
	return json === null ? null : JSON.parse(json);
}

/** A change whose values are read. */
type Change = { webhook: string | null; before: unknown; after: unknown };

/**
 * Finds the webhook of a change. Webhooks with threads share their id at Discord: then it is that of the subscription, or
 * else the one whose thread is in the mask.
 */
async function webhooksOf(knex: Knex, changes: readonly Change[]): Promise<(change: Change) => AuditEntry['webhook']> {
	const found = await Webhook.query(knex)
		.whereIn('discordId', [...new Set(changes.flatMap(({ webhook }) => webhook ?? []))])
		.orderBy('id')
		.select('id', 'discordId', 'threadId');
	const ids = found.map(({ id }) => id);
	const rows = await knex('subscriptions')
		.whereIn('webhookId', ids)
		.whereIn('id', [...new Set(changes.flatMap((change) => stateOf(change).id ?? []))])
		.select('id', 'webhookId');
	const bySubscription = new Map(rows.map(({ id, webhookId }) => [String(id), webhookId]));
	const byDiscordId = Map.groupBy(found, ({ discordId }) => discordId);
	const labelOf = await labelsOf(knex, ids);
	return (change) => {
		const { id: subscription, mask } = stateOf(change);
		const own = byDiscordId.get(change.webhook ?? '') ?? [];
		const webhook =
			own.find(({ id }) => id === bySubscription.get(subscription ?? '')) ??
			own.find(({ discordId, threadId }) => mask === undefined || webhookEnd(discordId, threadId) === maskEnd(mask));
		return webhook ? { id: String(webhook.id), label: labelOf(webhook.id) } : null;
	};
}

/** The subscription and the mask of the webhook in the values of a change, as far as it has them. */
function stateOf({ before, after }: Change): { id?: string; mask?: string } {
	const { id, webhook } = { ...(before as object | null), ...(after as object | null) } as Record<string, unknown>;
	return { ...(typeof id === 'string' && { id }), ...(typeof webhook === 'string' && { mask: webhook }) };
}
