import type { AuditEntry } from '@dropwire/contract';
import { Account, type AuditRow, type Knex, Webhook } from '@dropwire/db';
import { labelsOf } from '../webhooks/labels.ts';

/** Rows of the audit log with the names of the people, and the webhooks that still exist. */
export async function presentAudit(knex: Knex, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
	const actors = await Account.query(knex).whereIn('discordId', [...new Set(rows.flatMap(({ actor }) => actor ?? []))]);
	const names = new Map(actors.map(({ discordId, username }) => [discordId, username]));
	const webhookOf = await webhooksOf(knex, [...new Set(rows.flatMap(({ webhook }) => webhook ?? []))]);
	return rows.map(({ id, before, after, actor, webhook, ...row }) => ({
		...row,
		id: String(id),
		actor,
		actorName: names.get(actor ?? '') ?? null,
		webhook: webhook === null ? null : webhookOf(webhook),
		before: before === null ? null : (JSON.parse(before) as unknown),
		after: after === null ? null : (JSON.parse(after) as unknown),
	}));
}

/** Webhooks by their id at Discord; of those with threads, which share it, the oldest. */
async function webhooksOf(
	knex: Knex,
	discordIds: readonly string[],
): Promise<(discordId: string) => AuditEntry['webhook']> {
	const found = await Webhook.query(knex)
		.whereIn('discordId', discordIds)
		.orderBy('id', 'desc')
		.select('id', 'discordId');
	const byDiscordId = new Map(found.map(({ id, discordId }) => [discordId, id]));
	const labelOf = await labelsOf(knex, [...byDiscordId.values()]);
	return (discordId) => {
		const id = byDiscordId.get(discordId);
		return id === undefined ? null : { id: String(id), label: labelOf(id) };
	};
}
