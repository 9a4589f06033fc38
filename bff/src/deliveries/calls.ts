import { Delivery, type GuildChannel, type Knex, Message, Subscription, TopicRow, Webhook } from '@dropwire/db';
import { redeliver } from '@dropwire/engine';
import { type Call, callerOf, type Handlers } from '../http/call.ts';
import { CallError, forbidden, notFound } from '../http/errors.ts';
import { mayManage, mustManage } from '../guilds/rights.ts';
import { webhookAddress } from '../webhooks/address.ts';
import { presentDeliveries } from './present.ts';
import { presentDelivery, sendTest } from './sendTest.ts';

const PAGE = 50;

export const deliveryHandlers = {
	deliveries: async (call) => {
		const { status, topic, guildId, announcement, cursor } = call.input;
		const guilds = visibleGuilds(call, guildId);
		const query = Delivery.query(call.knex)
			.withGraphFetched('[message, topic]')
			.orderBy('deliveries.id', 'desc')
			.limit(PAGE + 1);
		if (guilds) void query.whereIn('deliveries.guildId', guilds);
		if (status) void query.where('deliveries.status', status);
		if (cursor) void query.where('deliveries.id', '<', Number(cursor));
		if (announcement) {
			const its = Message.query(call.knex)
				.where({ announcementId: Number(announcement) })
				.select('id');
			void query.whereIn('deliveries.messageId', its);
		}
		if (topic) {
			const byName = TopicRow.query(call.knex).where('toolsName', topic).select('id');
			void (/^\d+$/.test(topic)
				? query.where('deliveries.topicId', Number(topic))
				: query.whereIn('deliveries.topicId', byName));
		}
		const rows = await query;
		const page = rows.slice(0, PAGE);
		return {
			data: await presentDeliveries(call.knex, page),
			nextCursor: rows.length > PAGE ? String(page.at(-1)?.id) : null,
		};
	},

	redeliver: async (call) => {
		const id = Number(call.input.id);
		const row = await Delivery.query(call.knex).findById(id);
		const own = row?.guildId != null && mayManage(call, row.guildId);
		if (!own && !callerOf(call).access?.admin) throw forbidden('You may not manage this delivery.');
		if (!row) throw notFound('This delivery');
		if (row.webhookId === null) throw new CallError('conflict', 'Its webhook was removed, so it cannot be sent again.');
		const webhook = await Webhook.query(call.knex).findById(row.webhookId).throwIfNotFound();
		if (!webhook.active) {
			throw new CallError(
				'conflict',
				`Its webhook is off (${webhook.offReason}). Save the webhook again to switch it on.`,
			);
		}
		if (!(await redeliver(call.knex as Knex.Transaction, id))) {
			throw new CallError('conflict', `It is ${row.status}; only what expired or failed can be sent again.`);
		}
		call.changed({
			target: `delivery ${id}`,
			before: { status: row.status, reason: row.reason },
			after: { status: 'pending' },
		});
		call.afterCommit(() => call.server.engine?.wake());
		return { data: await presentDelivery(call.knex, id) };
	},

	webhookTest: async (call) => {
		const { db } = call.server;
		const { id, token } = webhookAddress(call.server, 'url', call.input.url);
		const webhook = await Webhook.query(db.knex).findOne({ urlHash: db.vault.fingerprint(`${id}/${token}`) });
		const label = await mustMaySave(call, webhook);
		if (!webhook) throw notFound('This webhook is not saved yet, so it');
		return { data: await sendTest(call, webhook, label) };
	},
} satisfies Partial<Handlers>;

/** The guilds whose deliveries the caller sees; null for all. @throws CallError 403 */
function visibleGuilds(call: Call<'deliveries'>, guildId: string | undefined): string[] | null {
	if (guildId !== undefined) {
		mustManage(call, guildId);
		return [guildId];
	}
	return callerOf(call).access?.admin ? null : call.managed.map((guild) => guild.id);
}

/** Whoever may edit a row that names the webhook may test it. @returns what it gets @throws CallError 403 */
async function mustMaySave(call: Call<'webhookTest'>, webhook: Webhook | undefined): Promise<string> {
	const caller = callerOf(call);
	const lists = webhook
		? await Subscription.query(call.knex).where({ webhookId: webhook.id }).withGraphFetched('channel.topic')
		: [];
	if (!caller.access?.admin) {
		const guildIds = [...new Set(lists.flatMap((row) => row.channel?.guildId ?? []))];
		if (!guildIds.some((guildId) => mayManage(call, guildId)))
			throw forbidden('You may test only webhooks of servers that you manage.');
	}
	const channel: GuildChannel | undefined = lists.find((row) => row.channel)?.channel;
	return channel?.topic ? `${channel.topic.toolsName} · ${channel.topic.region}` : (lists[0]?.label ?? 'its topics');
}
