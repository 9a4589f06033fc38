import { chunks, type SubscriptionOptions } from '@dropwire/domain';
import { type Knex, Place, Subscription, type TopicRow } from '@dropwire/db';
import { forgetUnlisted, type NewWebhook, storeOptions, subscribeMany } from '@dropwire/engine';
import type { Change } from '../http/audit.ts';
import type { Server } from '../http/context.ts';
import type { WebhookPlan } from './planWebhooks.ts';
import { type RowWebhook, showWebhook } from './rowWebhook.ts';

const CHUNK = 500;

type WriteCall = { knex: Knex.Transaction; server: Server; audit(change: Change): void };

/**
 * Applies a plan and records each changed row in the audit log. All rows release their webhooks before they get the new
 * ones, so webhooks can be swapped within a group. A changed row keeps its id.
 */
export async function writeWebhooks(call: WriteCall, { changes, topics }: WebhookPlan): Promise<void> {
	const trx = call.knex;
	const released = changes.flatMap(({ before }) => before?.subscription?.id ?? []);
	const left = new Set<number>();
	for (const ids of chunks(released, CHUNK)) {
		for (const { webhookId } of await Subscription.query(trx).findByIds(ids).select('webhookId')) left.add(webhookId);
		await Subscription.query(trx).findByIds(ids).delete();
	}
	const topicOf = (group: string) => topics.get(group) as TopicRow;
	await subscribeMany(
		trx,
		call.server.db.vault,
		changes.flatMap(({ group, name, before, after }) => {
			if (!after) return [];
			const place = Place.operator(topicOf(group).id, name);
			const webhook = after.webhook as NewWebhook;
			const { detail = before?.detail ?? '' } = after;
			return [{ place, webhook, saved: savedOf(detail, before), ...replacing(before) }];
		}),
	);
	const unlisted = [...left];
	for (const ids of chunks(unlisted, CHUNK)) await forgetUnlisted(trx, ids);
	for (const { group, name, before, after } of changes) {
		const { toolsName, region } = topicOf(group);
		const row = (value: RowWebhook) => ({
			label: name,
			webhook: showWebhook(value),
			...(value.detail && { options: JSON.parse(value.detail) as unknown }),
		});
		call.audit({
			target: `${toolsName} · ${region}`,
			...(before && { before: row(before) }),
			...(after && { after: row(after) }),
		});
	}
}

/** The options of a written row. Its version grows only if they change. */
function savedOf(detail: string, before: RowWebhook | null) {
	const version = before?.subscription?.version ?? 1;
	const { columns } = storeOptions(detail === '' ? {} : (JSON.parse(detail) as SubscriptionOptions));
	return { ...columns, version: before && before.detail !== detail ? version + 1 : version };
}

/** A changed row keeps its id and the time when it was added. */
function replacing(before: RowWebhook | null) {
	if (!before?.subscription) return {};
	const { id, createdAt } = before.subscription;
	return { replaces: { id, createdAt } };
}
