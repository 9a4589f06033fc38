import { type Knex, operatorList, Subscription, TopicRow } from '@dropwire/db';
import { NIKE_GROUP_STATUSES, type NikeGroupStatus, type Region } from '@dropwire/db/topics';
import { maskWebhook, resubscribe, subscribe, unsubscribe } from '@dropwire/engine';
import { type Call, type Handlers, trxOf } from '../http/call.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { webhookAddress } from './address.ts';
import { presentOperatorWebhook } from './present.ts';

/** The operators' groups for Nike: a topic's webhooks under labels. */
export const nikeWebhookHandlers = {
	nikeWebhooks: async ({ input: { region, category }, knex, server }) => {
		const topics = await TopicRow.query(knex).where({ brand: 'NIKE', region, category });
		const rows = await Subscription.query(knex)
			.whereIn(
				'list',
				topics.map((topic) => operatorList(topic.id)),
			)
			.withGraphFetched('webhook')
			.orderBy('subscriptions.id');
		return NIKE_GROUP_STATUSES.map((status) => {
			const topic = topics.find((row) => row.status === status);
			const own = topic ? rows.filter((row) => row.topicId === topic.id) : [];
			return { status, webhooks: own.map((row) => presentOperatorWebhook(server.db.vault, row)) };
		});
	},

	nikeWebhooksChange: async (call) => {
		const { action, data } = call.input;
		const topic = await topicOf(call.knex, call.input);
		await CHANGES[action](call, topic);
		if (action === 'INSERT') call.answer(201);
		return { data };
	},
} satisfies Partial<Handlers>;

type Change = (call: Call<'nikeWebhooksChange'>, topic: TopicRow) => Promise<void>;

const CHANGES: Readonly<Record<'INSERT' | 'UPDATE' | 'DELETE', Change>> = {
	async INSERT(call, topic) {
		const { label, value } = call.input.data;
		const webhook = webhookAddress(call.server, 'data.value', value);
		if (await findRow(call.knex, topic, label)) {
			throw new CallError('conflict', `"${label}" stands in this group already.`, {
				'data.label': 'stands in this group already',
			});
		}
		const place = { list: operatorList(topic.id), topicId: topic.id, guildChannelId: null, label };
		await subscribe(trxOf(call), call.server.db.vault, place, webhook);
		call.changed({ target: nameOf(topic), after: { label, webhook: maskWebhook(webhook.id) } });
	},

	async UPDATE(call, topic) {
		const { label, value } = call.input.data;
		const webhook = webhookAddress(call.server, 'data.value', value);
		const row = await mustFind(call.knex, topic, label);
		await resubscribe(trxOf(call), call.server.db.vault, row, webhook);
		call.changed({
			target: nameOf(topic),
			before: { label, webhook: maskWebhook(row.webhook?.discordId ?? '') },
			after: { label, webhook: maskWebhook(webhook.id) },
		});
	},

	async DELETE(call, topic) {
		const { label } = call.input.data;
		const row = await mustFind(call.knex, topic, label);
		await unsubscribe(trxOf(call), [row.id]);
		call.changed({ target: nameOf(topic), before: { label, webhook: maskWebhook(row.webhook?.discordId ?? '') } });
	},
};

/** @throws CallError 400 for a group that the region does not have */
async function topicOf(
	knex: Knex,
	{ region, category, status }: { region: Region; category: string; status: NikeGroupStatus },
): Promise<TopicRow> {
	const topic = await TopicRow.query(knex).findOne({ brand: 'NIKE', region, category, status });
	if (!topic) throw invalidInput({ status: `must be a group that ${region} has; ${status} stands in the US only` });
	return topic;
}

async function findRow(knex: Knex, topic: TopicRow, label: string): Promise<Subscription | undefined> {
	return Subscription.query(knex)
		.findOne({ list: operatorList(topic.id), label })
		.withGraphFetched('webhook');
}

async function mustFind(knex: Knex, topic: TopicRow, label: string): Promise<Subscription> {
	const row = await findRow(knex, topic, label);
	if (!row)
		throw new CallError('not_found', `There is no "${label}" in this group.`, { 'data.label': 'is not in this group' });
	return row;
}

function nameOf(topic: TopicRow): string {
	return `${topic.toolsName} · ${topic.region}`;
}
