import { channelList, GuildChannel, type Knex, Place, Subscription, type Webhook } from '@dropwire/db';
import type { Region } from '@dropwire/domain';
import { maskWebhook, readWebhookUrl } from '@dropwire/domain';
import { adoptHashes, hashOf, type NewWebhook, resubscribe, subscribe, unsubscribe } from '@dropwire/engine';
import { mustBeToolsName } from '../channels/toolsName.ts';
import { type Call } from '../http/context.ts';
import { conflictIn, forbidden, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { seenGuilds } from '../http/guilds.ts';
import { mustBeAsSeen } from '../http/mustBeAsSeen.ts';
import { webhookAddress } from '../webhooks/address.ts';
import { lockOwner, mustBeOneToken, mustHaveRoom } from '../webhooks/owner.ts';
import { placesOf } from '../webhooks/places.ts';
import { presentGuildWebhook } from '../webhooks/present.ts';

/** The webhooks of a guild's channels. */
export const guildWebhooksFeature = {
	handlers: {
		webhookList: async (call) => {
			const { input, knex, server } = call;
			const channel = await findChannel(knex, input);
			const rows = await Subscription.query(knex)
				.where({ list: channelList(channel.id) })
				// One statement: between two, the channel can be removed with its webhooks.
				.withGraphJoined('webhook')
				.orderBy('subscriptions.id');
			const places = await placesOf(
				knex,
				rows.map(({ webhook }) => webhook as Webhook),
				seenGuilds(call, input.guildId),
			);
			return { data: rows.map((row) => presentGuildWebhook(server.db.vault, row, places)) };
		},

		webhookInsert: async (call) => {
			const webhook = webhookAddress(call.server, 'webHook', call.input.webHook);
			const { guildId, region, toolsName } = call.input;
			mustBeToolsName(region, toolsName);
			await lockOwner(call.knex, { guildId });
			const channel = await findChannel(call.knex, call.input);
			await mustHaveRoom(call.knex, 'webHook', channel);
			await mustBeOneToken(call.knex, call.server.db.vault, { owner: { guildId }, field: 'webHook', webhook });
			const place = Place.channel(channel);
			const id = await subscribe(call.knex, call.server.db.vault, place, webhook).catch(
				alreadyGets(webhook, call.input),
			);
			call.audit({
				target: `channel ${channel.id}`,
				guildId: channel.guildId,
				after: { id: String(id), webhook: maskWebhook(webhook.id, webhook.threadId) },
			});
			call.afterCommit(() => call.server.engine?.wake());
			return { data: await presentSaved(call, id) };
		},

		webhookEdit: async (call) => {
			const webhook = webhookAddress(call.server, 'webHook', call.input.webHook);
			const { guildId } = call.input;
			await lockOwner(call.knex, { guildId });
			const { before } = call.input;
			const [seen] = await hashesOf(call, before ? [before.webHook] : [], [webhook]);
			const row = await findOwn(call.knex, call.input);
			mustBeIn(row, call.input);
			const { discordId = '', threadId, urlHash = '' } = row.webhook ?? {};
			const now = maskWebhook(discordId, threadId);
			// A call that is repeated after a lost answer finds its own URL.
			const isDone = urlHash === hashOf(call.server.db.vault, webhook);
			if (before && !isDone) mustBeAsSeen({ urlHash }, { urlHash: seen ?? '' }, 'This webhook', now);
			const replaces = [row.id];
			await mustBeOneToken(call.knex, call.server.db.vault, {
				owner: { guildId },
				field: 'webHook',
				webhook,
				replaces,
			});
			await resubscribe(call.knex, call.server.db.vault, row, webhook).catch(alreadyGets(webhook, call.input));
			const target = `channel ${row.guildChannelId}`;
			call.audit({
				target,
				guildId,
				before: { id: String(row.id), webhook: now },
				after: { id: String(row.id), webhook: maskWebhook(webhook.id, webhook.threadId) },
			});
			return { data: await presentSaved(call, row.id) };
		},

		webhookDelete: async (call) => {
			await lockOwner(call.knex, { guildId: call.input.guildId });
			const row = await findOwn(call.knex, call.input);
			await removeRows(call, [row]);
			return { data: { id: String(row.id) } };
		},

		webhooksDelete: async (call) => {
			const { guildId, ids, before = [] } = call.input;
			await lockOwner(call.knex, { guildId });
			const hashes = await hashesOf(
				call,
				before.map(({ webHook }) => webHook),
			);
			const seen = new Map(before.map(({ id }, at) => [Number(id), hashes[at]]));
			const rows = await Subscription.query(call.knex)
				.withGraphJoined('[webhook, channel]')
				.where('channel.guildId', guildId)
				.whereIn('subscriptions.id', ids.map(Number));
			const isKept = ({ id, webhook }: Subscription) => seen.has(id) && seen.get(id) !== webhook?.urlHash;
			const removed = rows.filter((row) => !isKept(row));
			await removeRows(call, removed);
			const idsOf = (some: readonly Subscription[]) => some.map(({ id }) => String(id));
			return { data: { ids: idsOf(removed), kept: idsOf(rows.filter(isKept)) } };
		},
	},
} satisfies Feature;

function alreadyGets({ id, threadId }: NewWebhook, { region, toolsName }: { region: Region; toolsName: string }) {
	return conflictIn('webHook', maskWebhook(id, threadId), `already gets ${toolsName} · ${region}`);
}

/** @throws CallError 404 when the guild has not added the channel */
async function findChannel(
	knex: Knex,
	{ guildId, region, toolsName }: { guildId: string; region: Region; toolsName: string },
) {
	const channel = await GuildChannel.query(knex)
		.joinRelated('topic')
		.findOne({ 'guild_channels.guildId': guildId, 'topic.region': region, 'topic.toolsName': toolsName })
		.select('guild_channels.*');
	if (!channel) throw notFound(`The topic ${toolsName} of this server in ${region}`);
	return channel;
}

/** @throws CallError 400 when the row belongs to a channel other than the one in the call */
function mustBeIn({ topic }: Subscription, { region, toolsName }: { region: Region; toolsName: string }): void {
	if (topic && topic.region !== region) throw invalidInput({ region: `must be ${topic.region}, as for this webhook` });
	if (topic && topic.toolsName !== toolsName)
		throw invalidInput({ toolsName: `must be ${topic.toolsName}, the topic of this webhook` });
}

/** @throws CallError 403 when the row does not belong to this guild, whether it exists or not */
async function findOwn(knex: Knex, { guildId, id }: { guildId: string; id: string }): Promise<Subscription> {
	const row = await Subscription.query(knex).findById(Number(id)).withGraphFetched('[webhook, channel, topic]');
	if (row?.channel?.guildId !== guildId) throw forbidden('You may not manage this webhook.');
	return row;
}

/**
 * The hashes of URLs that the caller has read, under the current SECRET_KEY, as the saved ones are from then on.
 * @param others further addresses that will be compared with saved ones
 */
async function hashesOf(
	{ knex, server }: Pick<Call<'webhookEdit'>, 'knex' | 'server'>,
	urls: readonly string[],
	others: readonly NewWebhook[] = [],
) {
	const { vault } = server.db;
	// What is saved can be of another Discord than the configured one.
	const seen = urls.map(readWebhookUrl);
	await adoptHashes(knex, vault, [...others, ...seen.filter((address) => address !== null)]);
	return seen.map((address) => address && hashOf(vault, address));
}

async function presentSaved(call: Call<'webhookInsert' | 'webhookEdit'>, id: number) {
	const row = await Subscription.query(call.knex).findById(id).withGraphFetched('webhook').throwIfNotFound();
	const places = await placesOf(call.knex, [row.webhook as Webhook], seenGuilds(call, call.input.guildId));
	return presentGuildWebhook(call.server.db.vault, row, places);
}

async function removeRows(call: Call<'webhookDelete' | 'webhooksDelete'>, rows: readonly Subscription[]) {
	await unsubscribe(
		call.knex,
		rows.map(({ id }) => id),
	);
	for (const { id, webhook, guildChannelId } of rows) {
		const before = { id: String(id), webhook: maskWebhook(webhook?.discordId ?? '', webhook?.threadId) };
		call.audit({ target: `channel ${guildChannelId}`, guildId: call.input.guildId, before });
	}
}
