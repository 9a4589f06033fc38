import { channelList as listOf, Guild, GuildChannel, Subscription, TopicRow } from '@dropwire/db';
import { REGIONS, toolsNames } from '@dropwire/db/topics';
import { unsubscribe } from '@dropwire/engine';
import { type Call, type Handlers, trxOf } from '../http/call.ts';
import { forbidden, invalidInput } from '../http/errors.ts';
import { mayManage } from '../guilds/rights.ts';

export const channelHandlers = {
	channelList: async ({ input, knex }) => {
		const channels = await GuildChannel.query(knex)
			.where({ guildId: input.guildId })
			.withGraphFetched('topic')
			.orderBy('guild_channels.id');
		const counts = await countWebhooks(knex, channels);
		return {
			data: REGIONS.map((region) => {
				const here = channels.filter((channel) => channel.topic?.region === region);
				const added = new Set(here.map((channel) => channel.topic?.toolsName));
				return {
					region,
					toolsNameList: toolsNames(region).filter((name) => !added.has(name)),
					channels: here.map((channel) => ({
						id: String(channel.id),
						toolsName: channel.topic?.toolsName ?? '',
						webhooks: counts.get(channel.id) ?? 0,
					})),
				};
			}),
		};
	},

	toolsNameList: ({ input }) => ({ data: toolsNames(input.region) }),

	channelInsert: async (call) => {
		const { guildId, region, toolsName } = call.input;
		const topic = await TopicRow.query(call.knex).findOne({ region, toolsName });
		if (!topic) throw invalidInput({ toolsName: `must be a name that ${region} has` });
		await rememberGuild(call);
		const row = await GuildChannel.query(call.knex).insert({ guildId, topicId: topic.id, createdAt: Date.now() });
		const data = { id: String(row.id), region, toolsName };
		call.changed({ target: `guild ${guildId}`, guildId, after: data });
		return { data };
	},

	channelDelete: async (call) => {
		const channel = await GuildChannel.query(call.knex).findById(Number(call.input.id)).withGraphFetched('topic');
		// Somebody else's answers as one that does not exist: a stranger learns nothing.
		if (!channel || !mayManage(call, channel.guildId)) {
			throw forbidden('You may not manage this channel.');
		}
		const rows = await Subscription.query(call.knex)
			.where({ list: listOf(channel.id) })
			.select('id');
		await unsubscribe(
			trxOf(call),
			rows.map((row) => row.id),
		);
		await GuildChannel.query(call.knex).deleteById(channel.id);
		call.changed({
			target: `guild ${channel.guildId}`,
			guildId: channel.guildId,
			before: {
				id: String(channel.id),
				region: channel.topic?.region,
				toolsName: channel.topic?.toolsName,
				webhooks: rows.length,
			},
		});
		return { data: { id: String(channel.id) } };
	},
} satisfies Partial<Handlers>;

async function countWebhooks(
	knex: Call<'channelList'>['knex'],
	channels: readonly GuildChannel[],
): Promise<Map<number, number>> {
	const rows: { guildChannelId: number; webhooks: number }[] = await knex('subscriptions')
		.whereIn(
			'guildChannelId',
			channels.map((channel) => channel.id),
		)
		.groupBy('guildChannelId')
		.select('guildChannelId')
		.count({ webhooks: '*' });
	return new Map(rows.map((row) => [row.guildChannelId, row.webhooks]));
}

/** The guild as Discord last named it; a name that we do not know (an operator's call) keeps what stands. */
async function rememberGuild(call: Call<'channelInsert'>): Promise<void> {
	const { guildId } = call.input;
	const known = call.managed.find((guild) => guild.id === guildId);
	const row = {
		guildId,
		name: (known?.name ?? guildId).slice(0, 100),
		icon: known?.icon ?? null,
		updatedAt: Date.now(),
	};
	const insert = Guild.query(call.knex).insert(row).onConflict('guildId');
	await (known ? insert.merge() : insert.ignore());
}
