import type { Knex } from '@dropwire/db';

/** The labels of webhooks in operator groups: that in the delivery's topic, otherwise the first. */
export async function labelsOf(knex: Knex, webhookIds: readonly number[]) {
	const rows = await knex('subscriptions')
		.whereIn('webhookId', webhookIds)
		.whereNotNull('label')
		.orderBy('id')
		.select('webhookId', 'topicId', 'label');
	const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId);
	return (webhookId: number, topicId: number | null = null): string | null => {
		const own = byWebhook.get(webhookId) ?? [];
		return (own.find((row) => row.topicId === topicId) ?? own[0])?.label ?? null;
	};
}
