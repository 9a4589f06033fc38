import { channelList, GuildChannel, type Knex, Subscription } from '@dropwire/db';
import type { Region } from '@dropwire/db/topics';
import { maskWebhook, resubscribe, subscribe, unsubscribe } from '@dropwire/engine';
import { type Handlers, trxOf } from '../http/call.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { webhookAddress } from './address.ts';
import { presentGuildWebhook } from './present.ts';

/** The webhooks of a guild's channels. */
export const guildWebhookHandlers = {
	webhookList: async ({ input, knex, server }) => {
		const channel = await findChannel(knex, input);
		const rows = await Subscription.query(knex)
			.where({ list: channelList(channel.id) })
			.withGraphFetched('webhook')
			.orderBy('subscriptions.id');
		return { data: rows.map((row) => presentGuildWebhook(server.db.vault, row)) };
	},

	webhookInsert: async (call) => {
		const webhook = webhookAddress(call.server, 'webHook', call.input.webHook);
		const channel = await findChannel(call.knex, call.input);
		const place = { list: channelList(channel.id), topicId: channel.topicId, guildChannelId: channel.id, label: null };
		const id = await subscribe(trxOf(call), call.server.db.vault, place, webhook);
		call.changed({
			target: `channel ${channel.id}`,
			guildId: channel.guildId,
			after: { id: String(id), webhook: maskWebhook(webhook.id) },
		});
		call.afterCommit(() => call.server.engine?.wake());
		return { data: presentGuildWebhook(call.server.db.vault, await withWebhook(call.knex, id)) };
	},

	webhookEdit: async (call) => {
		const webhook = webhookAddress(call.server, 'webHook', call.input.webHook);
		const row = await findOwn(call.knex, call.input);
		const before = maskWebhook(row.webhook?.discordId ?? '');
		await resubscribe(trxOf(call), call.server.db.vault, row, webhook);
		const target = `channel ${row.guildChannelId}`;
		call.changed({
			target,
			guildId: call.input.guildId,
			before: { id: String(row.id), webhook: before },
			after: { id: String(row.id), webhook: maskWebhook(webhook.id) },
		});
		return { data: presentGuildWebhook(call.server.db.vault, await withWebhook(call.knex, row.id)) };
	},

	webhookDelete: async (call) => {
		const row = await findOwn(call.knex, call.input);
		await unsubscribe(trxOf(call), [row.id]);
		const before = { id: String(row.id), webhook: maskWebhook(row.webhook?.discordId ?? '') };
		call.changed({ target: `channel ${row.guildChannelId}`, guildId: call.input.guildId, before });
		return { data: { id: String(row.id) } };
	},
} satisfies Partial<Handlers>;

/** @throws CallError 404 when the guild has not added it */
async function findChannel(
	knex: Knex,
	{ guildId, region, toolsName }: { guildId: string; region: Region; toolsName: string },
) {
	const channel = await GuildChannel.query(knex)
		.joinRelated('topic')
		.findOne({ 'guild_channels.guildId': guildId, 'topic.region': region, 'topic.toolsName': toolsName })
		.select('guild_channels.*');
	if (!channel) throw notFound(`The channel ${toolsName} in ${region}`);
	return channel;
}

/** @throws CallError 403 when the row is not this guild's, whether it exists or not */
async function findOwn(knex: Knex, { guildId, id }: { guildId: string; id: string }): Promise<Subscription> {
	const row = await Subscription.query(knex).findById(Number(id)).withGraphFetched('[webhook, channel]');
	if (row?.channel?.guildId !== guildId) throw forbidden('You may not manage this webhook.');
	return row;
}

async function withWebhook(knex: Knex, id: number): Promise<Subscription> {
	return Subscription.query(knex).findById(id).withGraphFetched('webhook').throwIfNotFound();
}
