import { channelList, Guild, GuildChannel, type Knex, Subscription, TopicRow, Webhook } from '@dropwire/db';
import { hashOf, maskWebhook, resubscribe, subscribe, unsubscribe } from '@dropwire/engine';
import { type Call, type Handlers, trxOf } from '../http/call.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { sendTest } from '../deliveries/sendTest.ts';
import { webhookAddress } from '../webhooks/address.ts';
import { findLink, linksOf } from './find.ts';
import { type LinkRow, presentLink } from './present.ts';

/** Links: that a webhook of a guild gets a topic. */
export const linkHandlers = {
	linkList: async ({ input, knex }) => {
		const guild = await Guild.query(knex).findById(input.guildId);
		const links = await linksOf(knex, input.guildId);
		return { data: links.map(presentLink), botLeftAt: guild?.botLeftAt ?? null };
	},

	linkInsert: async (call) => {
		const { guildId, region, toolsName, channelId } = call.input;
		const address = webhookAddress(call.server, 'webHook', call.input.webHook);
		const topic = await TopicRow.query(call.knex).findOne({ region, toolsName });
		if (!topic) throw invalidInput({ toolsName: `must be a name that ${region} has` });
		await rememberGuild(call);
		const before = await linksOf(call.knex, guildId);
		const here = before.filter(({ webhook }) => webhook.channelId === channelId);
		const same = here.find(({ channel }) => channel.topicId === topic.id);
		// The same message twice in one Discord channel is what nobody wants, whatever the webhook.
		if (same?.webhook.active) throw new CallError('conflict', `This channel gets ${toolsName} (${region}) already.`);

		const trx = trxOf(call);
		const { vault } = call.server.db;
		const dead = oncePerTopic(here.filter(({ webhook }) => !webhook.active));
		for (const row of dead) await resubscribe(trx, vault, row, address);
		const channel = await ensureTopic(call.knex, guildId, topic.id);
		const place = { list: channelList(channel.id), topicId: topic.id, guildChannelId: channel.id, label: null };
		const id =
			dead.find((row) => row.channel.topicId === topic.id)?.id ?? (await subscribe(trx, vault, place, address));
		await Webhook.query(call.knex)
			.findOne({ urlHash: hashOf(vault, address) })
			.patch({ guildId, channelId, channelName: call.input.channelName, byBot: call.input.byBot });
		const link = presentLink(await findLink(call.knex, { guildId, id: String(id) }));
		if (same) call.answer(200);
		const after = { id: link.id, region, toolsName, channelId, webhook: maskWebhook(address.id), revived: dead.length };
		call.changed({ target: `guild ${guildId}`, guildId, after });
		call.afterCommit(() => call.server.engine?.wake());
		return { data: link, revived: dead.length };
	},

	linkDelete: async (call) => {
		const { guildId } = call.input;
		const row = await findLink(call.knex, call.input);
		const link = presentLink(row);
		await unsubscribe(trxOf(call), [row.id]);
		await dropEmptyTopic(call.knex, row);
		const left = await Webhook.query(call.knex).findById(row.webhookId);
		const { region, toolsName, channelId } = link;
		const before = { id: link.id, region, toolsName, channelId, webhook: maskWebhook(link.webhookId) };
		call.changed({ target: `guild ${guildId}`, guildId, before });
		return { data: link, unused: !left };
	},

	linkTest: async (call) => {
		const row = await findLink(call.knex, call.input);
		const { toolsName, region } = row.channel.topic;
		if (!row.webhook.active) throw new CallError('conflict', `This link is off: ${row.webhook.offReason}.`);
		const { status, reason, queuedAt, sentAt, messageId } = await sendTest(
			call,
			row.webhook,
			`${toolsName} · ${region}`,
		);
		const link = presentLink(await findLink(call.knex, call.input));
		return { data: { status, reason, queuedAt, sentAt, messageId }, link };
	},
} satisfies Partial<Handlers>;

/** The guild as Discord names it now; that the bot links something there means that it is there. */
async function rememberGuild({ knex, input }: Call<'linkInsert'>): Promise<void> {
	const { guildId, guildName, guildIcon } = input;
	const row = { guildId, name: guildName, icon: guildIcon, updatedAt: Date.now() };
	await Guild.query(knex).insert(row).onConflict('guildId').merge();
}

/** Of several dead webhooks for one topic in one Discord channel, one row is enough to work again. */
function oncePerTopic(rows: readonly LinkRow[]): LinkRow[] {
	return [...new Map(rows.map((row) => [row.channel.topicId, row])).values()];
}

/** Two at the same instant both find it: the unique index lets one of them add it. */
async function ensureTopic(knex: Knex, guildId: string, topicId: number): Promise<GuildChannel> {
	await GuildChannel.query(knex)
		.insert({ guildId, topicId, createdAt: Date.now() })
		.onConflict(['guildId', 'topicId'])
		.ignore();
	return GuildChannel.query(knex).findOne({ guildId, topicId }).throwIfNotFound();
}

async function dropEmptyTopic(knex: Knex, { channel }: LinkRow): Promise<void> {
	const rest = await Subscription.query(knex).where({ guildChannelId: channel.id }).resultSize();
	if (rest === 0) await GuildChannel.query(knex).deleteById(channel.id);
}
