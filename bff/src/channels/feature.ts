import { channelList as listOf, GuildChannel, type StoredRow, Subscription, TopicRow } from '@dropwire/db';
import { REGIONS, toolsNames } from '@dropwire/domain';
import { unsubscribe } from '@dropwire/engine';
import { rememberGuild } from '../guilds/rememberGuild.ts';
import type { Call } from '../http/context.ts';
import { conflictIn, forbidden } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { mayManage } from '../http/guilds.ts';
import type { StoredTopic, Topics } from '../topics/topics.ts';
import { lockOwner } from '../webhooks/owner.ts';
import { mustBeToolsName } from './toolsName.ts';

type ChannelRow = Pick<StoredRow<'guild_channels'>, 'id' | 'topicId'> & { webhooks: number };

/** `toolsNames` of every region, since a list of channels shows all of them. */
const NAMES = new Map(REGIONS.map((region) => [region, toolsNames(region)]));

/** A guild's channels with the numbers of their webhooks. */
const CHANNELS = `select c.id, c.topicId,
	(select count(*) from subscriptions s where s.guildChannelId = c.id) as webhooks
	from guild_channels c where c.guildId = ?`;

export function channelsFeature({ topics }: { topics: Topics }) {
	return {
		handlers: {
			channelList: async ({ input, server }) => {
				const channels = await server.db.readBy<ChannelRow>(CHANNELS, input.guildId);
				const stored = await topics.of(channels);
				const regions = new Map(
					REGIONS.map((region) => [region, [] as { id: string; toolsName: string; webhooks: number }[]]),
				);
				// Not sorted by the database, which would copy every row into a temporary table first.
				for (const { id, topicId, webhooks } of channels.toSorted((a, b) => a.id - b.id)) {
					const { region, toolsName } = stored.get(topicId) as StoredTopic;
					regions.get(region)?.push({ id: String(id), toolsName, webhooks });
				}
				return {
					data: [...regions].map(([region, here]) => {
						const added = new Set(here.map(({ toolsName }) => toolsName));
						return {
							region,
							toolsNameList: (NAMES.get(region) ?? []).filter((name) => !added.has(name)),
							channels: here,
						};
					}),
				};
			},

			toolsNameList: ({ input }) => ({ data: toolsNames(input.region) }),

			channelInsert: async (call) => {
				const { guildId, region, toolsName } = call.input;
				mustBeToolsName(region, toolsName);
				const topic = await TopicRow.query(call.knex).findOne({ region, toolsName }).throwIfNotFound();
				await rememberGuild(call, guildId);
				const row = await GuildChannel.query(call.knex)
					.insert({ guildId, topicId: topic.id, createdAt: Date.now() })
					.catch(conflictIn('toolsName', toolsName, `is already in ${region}`));
				const data = { id: String(row.id), region, toolsName };
				call.audit({ target: `guild ${guildId}`, guildId, after: data });
				return { data };
			},

			channelDelete: async (call) => {
				const channel = await GuildChannel.query(call.knex).findById(Number(call.input.id)).withGraphFetched('topic');
				// The error is the same for another guild's channel and for a channel that does not exist.
				if (!channel || !mayManage(call, channel.guildId)) {
					throw forbidden('You may not manage this topic.');
				}
				await lockOwner(call.knex, { guildId: channel.guildId });
				await removeChannels(call, [channel]);
				return { data: { id: String(channel.id) } };
			},

			channelsDelete: async (call) => {
				const { guildId, ids } = call.input;
				await lockOwner(call.knex, { guildId });
				const channels = await GuildChannel.query(call.knex)
					.where({ guildId })
					.whereIn('id', ids.map(Number))
					.withGraphFetched('topic');
				await removeChannels(call, channels);
				return { data: { ids: channels.map(({ id }) => String(id)) } };
			},
		},
	} satisfies Feature;
}

/** Removes channels and their webhooks. */
async function removeChannels(call: Call<'channelDelete' | 'channelsDelete'>, channels: readonly GuildChannel[]) {
	const lists = channels.map(({ id }) => listOf(id));
	const rows = await Subscription.query(call.knex).whereIn('list', lists).select('id', 'list');
	await unsubscribe(
		call.knex,
		rows.map(({ id }) => id),
	);
	const ids = channels.map(({ id }) => id);
	await GuildChannel.query(call.knex).whereIn('id', ids).delete();
	for (const { id, guildId, topic } of channels) {
		const webhooks = rows.filter(({ list }) => list === listOf(id)).length;
		const before = { id: String(id), region: topic?.region, toolsName: topic?.toolsName, webhooks };
		call.audit({ target: `guild ${guildId}`, guildId, before });
	}
}
