import { Delivery, EventRow, type GuildChannel, type Knex, Message, Subscription, Webhook } from '@dropwire/db';
import { findWebhook, hasNewerEdit, loadOptions, redeliver } from '@dropwire/engine';
import { type Call } from '../http/context.ts';
import { CallError, forbidden, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { mayManage } from '../http/guilds.ts';
import { readPage } from '../http/page.ts';
import { findEditable } from '../subscriptions/find.ts';
import { webhookAddress } from '../webhooks/address.ts';
import type { FinishedDeliveries } from './finished.ts';
import { deliveryGroupHandlers, isSearch, searchDeliveries } from './groupCalls.ts';
import { presentLog, readDeliveries } from './log.ts';
import { newestDeliveries } from './newest.ts';
import { topicIdsOf, webhooksOf } from './search.ts';
import { presentDelivery, sendTest } from './sendTest.ts';
import { visibleGuilds } from './visible.ts';

const PAGE = 50;

export function deliveriesFeature({ finished }: { finished: FinishedDeliveries }) {
	return {
		handlers: {
			...deliveryGroupHandlers,
			deliveries: async (call) => {
				if (isSearch(call.input)) return searchDeliveries(call);
				const { knex } = call;
				const { status, topic, guildId, announcement, event, message, webhook, cursor } = call.input;
				const messageIds = await messagesOf(knex, { announcement, event, message });
				if (webhook !== undefined && !messageIds) {
					throw invalidInput({ webhook: 'needs announcement, event or message' });
				}
				const filter = {
					status: status ?? null,
					topicIds: topic === undefined ? null : await topicIdsOf(knex, topic),
					guildIds: await visibleGuilds(call, guildId),
					messageIds,
					webhookIds: webhook === undefined ? null : await webhooksOf(call, webhook),
					withEdits: event !== undefined || message !== undefined,
					before: cursor === undefined ? null : Number(cursor),
				};
				const { rows, nextCursor } = await readPage(
					{ limit: async (max) => readDeliveries(knex, await newestDeliveries(knex, filter, max)) },
					PAGE,
				);
				return { data: await presentLog(call, rows), nextCursor };
			},

			redeliver: async (call) => {
				const id = Number(call.input.id);
				const row = await Delivery.query(call.knex).findById(id);
				const own = row?.guildId != null && mayManage(call, row.guildId);
				if (!own && !call.caller.access?.admin) throw forbidden('You may not manage this delivery.');
				if (!row) throw notFound('This delivery');
				if (row.webhookId === null)
					throw new CallError('conflict', 'Its webhook was removed, so it cannot be sent again.');
				const webhook = await Webhook.query(call.knex).findById(row.webhookId).throwIfNotFound();
				if (!webhook.active) {
					throw new CallError(
						'conflict',
						`Its webhook is off (${webhook.offReason}). Enter a working URL for it to switch it on.`,
					);
				}
				if (await hasNewerEdit(call.knex, row)) {
					throw new CallError('conflict', 'Its message has a newer edit, which this one would overwrite.');
				}
				if (!(await redeliver(call.knex, id))) {
					throw new CallError('conflict', `It is ${row.status}; only what expired or failed can be sent again.`);
				}
				call.audit({
					target: `delivery ${id}`,
					before: { status: row.status, reason: row.reason },
					after: { status: 'pending' },
				});
				call.afterCommit(() => {
					call.logQueued({ delivery: id, message: row.messageId }, 'redelivery');
					call.server.engine?.wake();
				});
				return { data: await presentDelivery(call.knex, id) };
			},

			webhookTest: async (call) => {
				const { db } = call.server;
				const { url, id } = call.input;
				if (id !== undefined) return { data: await testSubscription(call, finished, id) };
				const webhook = await findWebhook(db.knex, db.vault, webhookAddress(call.server, 'url', url as string));
				const label = await mustBeAbleToSave(call, webhook);
				if (!webhook) throw new CallError('not_found', 'This webhook has not been saved yet.');
				return { data: await sendTest(call, finished, webhook, label) };
			},
		},
		close: () => finished.close(),
	} satisfies Feature;
}

/** The messages that a call names; null if it names none. */
async function messagesOf(
	knex: Knex,
	{ announcement, event, message }: Pick<Call<'deliveries'>['input'], 'announcement' | 'event' | 'message'>,
): Promise<number[] | null> {
	if (announcement === undefined && event === undefined && message === undefined) return null;
	const query = Message.query(knex).select('id');
	if (announcement !== undefined) void query.where({ announcementId: Number(announcement) });
	if (event !== undefined) void query.whereIn('eventId', await eventsOfMessages(knex, Number(event)));
	if (message !== undefined) void query.where({ id: Number(message) });
	const rows = await query;
	return rows.map(({ id }) => id);
}

/** The events whose messages are about an event: itself, and the one whose message lists it. */
async function eventsOfMessages(knex: Knex, id: number): Promise<number[]> {
	const event = await EventRow.query(knex).findById(id).select('digestOf');
	return [id, event?.digestOf ?? id];
}

/** Sends a test message as the subscription's messages look, without its mentions. */
async function testSubscription(call: Call<'webhookTest'>, finished: FinishedDeliveries, id: string) {
	const row = await findEditable(call, call.knex, { id });
	const label = row.topic ? `${row.topic.toolsName} · ${row.topic.region}` : 'every event';
	return sendTest(call, finished, row.webhook, label, loadOptions(row, row.webhook));
}

/**
 * Users who can edit a row of the webhook can also test it. @returns the topic or label for the message @throws
 * CallError 403
 */
async function mustBeAbleToSave(call: Call<'webhookTest'>, webhook: Webhook | undefined): Promise<string> {
	const caller = call.caller;
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
