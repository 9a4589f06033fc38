import { Guild, GuildChannel, type Knex, Place, Subscription, TopicRow, Webhook } from '@dropwire/db';
import {
	hashOf,
	loadOptions,
	type NewWebhook,
	resubscribe,
	storeOptions,
	subscribe,
	unsubscribe,
	type WebhookFacts,
} from '@dropwire/engine';
import { maskWebhook, type SubscriptionOptions, withThread } from '@dropwire/domain';
import type { Link } from '@dropwire/contract';
import type { FinishedDeliveries } from '../deliveries/finished.ts';
import { sendTest } from '../deliveries/sendTest.ts';
import type { Discord } from '../discord/discord.ts';
import { isBot } from '../http/auth.ts';
import type { Call, InTransaction } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { seenGuilds } from '../http/guilds.ts';
import { webhookAddress } from '../webhooks/address.ts';
import { lockOwner, mustBeOneToken, mustHaveRoom } from '../webhooks/owner.ts';
import { placeOf, placesOf } from '../webhooks/places.ts';
import { findLink, lastByTopic, type LinkRow, linksToChannel, listLinks } from './find.ts';
import { type ListedLink, presentLink } from './present.ts';
import { claimLink, lockRequest, markCanceled } from './requests.ts';
import { mustFit } from '../subscriptions/mustFit.ts';

/**
 * How long Discord's report of a webhook counts for further links, ms. `/setup` makes up to 50 links by one webhook, and
 * Discord lets a webhook be read five times in two seconds.
 */
const CONFIRMED_FOR_MS = 5000;
const GUILD = 'select botLeftAt, pausedAt from guilds where guildId = ?';

/** Links: a link subscribes a guild's webhook to a topic. */
export function linksFeature({ discord, finished }: { discord: Discord; finished: FinishedDeliveries }) {
	return {
		handlers: {
			linkList: async (call) => {
				const { guildId } = call.input;
				const { db } = call.server;
				const [guild] = await db.read<Pick<Guild, 'botLeftAt' | 'pausedAt'>>(GUILD, [guildId]);
				const seen = seenGuilds(call, guildId);
				const visible = seen && new Set(seen);
				const links = await listLinks(db, guildId);
				const { botLeftAt = null, pausedAt = null } = guild ?? {};
				return {
					data: links.map((link) => presentLink(link, placeOf(link, link.guildName, visible))),
					botLeftAt,
					pausedAt,
				};
			},

			linkMessages: async (call) => {
				const { guildId, ids } = call.input;
				const { db } = call.server;
				const rows = await Promise.all([...new Set(ids)].map((id) => findLink(db.knex, { guildId, id })));
				const data = [];
				for (const same of Map.groupBy(rows, (row) => row.webhookId).values()) {
					const last = await lastByTopic(db, same[0]?.webhookId as number);
					data.push(...same.map((row) => ({ id: String(row.id), last: presentLast(last.get(row.channel.topicId)) })));
				}
				return { data };
			},

			linkInsert: async (call) => {
				const { guildId, region, toolsName, channelId, options } = call.input;
				const { threadId } = storeOptions(options);
				const url = threadId === null ? call.input.webHook : withThread(call.input.webHook, threadId);
				const webhook = webhookAddress(call.server, 'webHook', url);
				const topic = await TopicRow.query(call.knex).findOne({ region, toolsName });
				if (!topic) throw invalidInput({ toolsName: `must be a name that ${region} has` });
				mustFit(options, topic);
				const facts = await confirmedFacts(call, discord, webhook);
				if (facts.guildId !== guildId)
					throw invalidInput({ guildId: 'is not the server that this webhook belongs to' });
				if (facts.channelId !== channelId)
					throw invalidInput({ channelId: 'is not the channel that this webhook posts to' });
				const stored = await call.transaction((trx) => link({ ...call, knex: trx }, topic, webhook, facts));
				// Thrown after the commit, from which on no earlier request can cancel the existing link.
				if (stored === 'exists') throw new CallError('conflict', `This channel already gets ${toolsName} (${region}).`);
				return stored;
			},

			linkCancel: async (call) => {
				const { guildId, key } = call.input;
				const { knex: trx } = call;
				await lockOwner(trx, { guildId });
				const request = await lockRequest(trx, { guildId, key });
				const { subscriptionId } = request;
				const row = subscriptionId === null ? null : await findLink(trx, { guildId, id: String(subscriptionId) });
				// A request is recorded before the link that it creates, so it has only turned an older link on again.
				const created = row && row.createdAt >= request.createdAt ? row : null;
				if (created) await remove(call, created);
				await markCanceled(trx, request.id);
				return { data: { removed: created !== null } };
			},

			linkDelete: async (call) => {
				await lockOwner(call.knex, { guildId: call.input.guildId });
				const row = await findLink(call.knex, call.input);
				const link = await remove(call, row);
				const webhook = await Webhook.query(call.knex).findById(row.webhookId);
				return { data: link, unused: !webhook };
			},

			linkTest: async (call) => {
				const row = await findLink(call.knex, call.input);
				const { toolsName, region } = row.channel.topic;
				if (!row.webhook.active) throw new CallError('conflict', `This link is off: ${row.webhook.offReason}.`);
				const { status, reason, queuedAt, sentAt, messageId } = await sendTest(
					call,
					finished,
					row.webhook,
					`${toolsName} · ${region}`,
					loadOptions(row, row.webhook),
				);
				const [link] = await present(call, [await findLink(call.knex, call.input)]);
				return { data: { status, reason, queuedAt, sentAt, messageId }, link };
			},
		},
	} satisfies Feature;
}

/** Links, limited to the data that the caller can see. */
async function present<const Rows extends readonly LinkRow[]>(
	call: Parameters<typeof seenGuilds>[0] & { knex: Knex; input: { guildId: string } },
	rows: Rows,
) {
	const webhooks = rows.map(({ webhook }) => webhook);
	const places = await placesOf(call.knex, webhooks, seenGuilds(call, call.input.guildId));
	return rows.map((row) => presentLink(listed(row), places(row.webhook))) as { [K in keyof Rows]: Link };
}

function listed({ id, options, webhook, channel }: LinkRow): ListedLink {
	const { region, toolsName } = channel.topic;
	return { ...webhook, id, options, region, toolsName, ownerId: channel.guildId };
}

function presentLast(
	row: Awaited<ReturnType<typeof lastByTopic>> extends Map<unknown, infer Row> ? Row | undefined : never,
) {
	return row ? { status: row.status, reason: row.reason, at: row.sentAt ?? row.queuedAt } : null;
}

/** Removes a link, and with the guild's last link of a topic also the topic. @returns the link before the removal */
async function remove(call: Call<'linkDelete'> | Call<'linkCancel'>, row: LinkRow): Promise<Link> {
	const { guildId } = call.input;
	const [link] = await present(call, [row]);
	await unsubscribe(call.knex, [row.id]);
	await dropEmptyTopic(call.knex, row);
	const { region, toolsName, channelId } = link;
	const before = {
		id: link.id,
		region,
		toolsName,
		channelId,
		webhook: maskWebhook(link.webhookId, row.webhook.threadId),
	};
	call.audit({ target: `guild ${guildId}`, guildId, before });
	return link;
}

/**
 * What Discord reports about the webhook of a new link; asks Discord unless it has just confirmed the webhook for another
 * link of the channel.
 * @throws CallError 400, 429 or 502
 */
async function confirmedFacts(call: Call<'linkInsert'>, discord: Discord, webhook: NewWebhook): Promise<WebhookFacts> {
	const { guildId, channelId } = call.input;
	const now = Date.now();
	const confirmed = await Webhook.query(call.knex)
		.findOne({ urlHash: hashOf(call.server.db.vault, webhook), guildId, channelId, active: true })
		.whereBetween('verifiedAt', [now - CONFIRMED_FOR_MS, now]);
	if (!confirmed) return discord.webhooks.read(call.caller, { guildId, field: 'webHook', webhook });
	const { name, applicationId } = confirmed;
	return { guildId, channelId, name, applicationId };
}

/**
 * Stores a link to a webhook that Discord has confirmed.
 * @returns the link, or `exists` if another request has already linked the topic to the channel
 * @throws CallError 400 or 409
 */
async function link(call: InTransaction<'linkInsert'>, topic: TopicRow, webhook: NewWebhook, facts: WebhookFacts) {
	const { guildId, region, toolsName, channelId, channelName, byBot } = call.input;
	await rememberGuild(call);
	await lockOwner(call.knex, { guildId });
	const request = call.idempotencyKey && (await lockRequest(call.knex, { guildId, key: call.idempotencyKey }));
	if (request && request.canceledAt !== null) throw new CallError('conflict', 'This request has been canceled.');
	if (request && request.subscriptionId !== null) return repeated(call, request.subscriptionId, topic);
	const requestId = request ? request.id : null;
	const threadId = webhook.threadId ?? null;
	const inChannel = await linksToChannel(call.knex, { guildId, channelId });
	const here = inChannel.filter((row) => row.webhook.threadId === threadId);
	const same = here.find(({ channel }) => channel.topicId === topic.id);
	// This includes links by another webhook: the channel would get every message twice.
	if (same?.webhook.active) {
		await claimLink(call.knex, same.id, null);
		return 'exists';
	}

	const { knex: trx } = call;
	const { vault } = call.server.db;
	const dead = oncePerTopic(inChannel.filter((row) => !row.webhook.active));
	const replaces = dead.map(({ id }) => id);
	await mustBeOneToken(trx, vault, { owner: { guildId }, field: 'webHook', webhook, replaces });
	// The bot's webhook stays one when its URL is pasted.
	const made = byBot && isBot(call.caller) ? { byBot } : {};
	const verified = { ...facts, channelName, ...made, verifiedAt: Date.now() };
	for (const row of dead) {
		// Each keeps its thread, since the webhook posts to all threads of the channel.
		const own = webhookAddress(call.server, 'webHook', withThread(webhook.url, row.webhook.threadId));
		await resubscribe(trx, vault, row, own);
		await Webhook.query(trx)
			.findOne({ urlHash: hashOf(vault, own) })
			.patch(verified);
	}
	const channel = await ensureTopic(trx, guildId, topic.id);
	const place = Place.channel(channel);
	const old = dead.find((row) => row.channel.topicId === topic.id && row.webhook.threadId === threadId);
	let id = old?.id;
	if (id === undefined) {
		await mustHaveRoom(trx, 'webHook', channel);
		id = await subscribe(trx, vault, place, webhook);
	}
	await claimLink(trx, id, requestId);
	await Webhook.query(trx)
		.findOne({ urlHash: hashOf(vault, webhook) })
		.patch(verified);
	const { columns } = storeOptions(old ? revivedOptions(old, call.input.options) : call.input.options, old);
	if (columns.options !== (old?.options ?? null)) {
		const version = (old?.version ?? 0) + 1;
		await Subscription.query(trx)
			.findById(id)
			.patch({ ...columns, version });
	}
	const [stored] = await present(call, [await findLink(trx, { guildId, id: String(id) })]);
	if (same) call.answer(200);
	const mask = maskWebhook(webhook.id, threadId);
	const after = { id: stored.id, region, toolsName, channelId, webhook: mask, revived: dead.length };
	call.audit({ target: `guild ${guildId}`, guildId, after });
	call.afterCommit(() => call.server.engine?.wake());
	return { data: stored, revived: dead.length };
}

/** The options of a link that works again: its old ones unless others are given. A thread replaces only the old thread. */
function revivedOptions(old: LinkRow, { thread, ...given }: SubscriptionOptions): SubscriptionOptions {
	const isGiven = Object.values(given).some((value) => value !== undefined);
	const kept = isGiven ? given : loadOptions(old, old.webhook);
	return thread ? { ...kept, thread } : kept;
}

/** The response to a repeated request. @throws CallError 409 if its key was used for another topic */
async function repeated(call: InTransaction<'linkInsert'>, subscriptionId: number, topic: TopicRow) {
	const row = await findLink(call.knex, { guildId: call.input.guildId, id: String(subscriptionId) });
	if (row.channel.topicId !== topic.id) {
		throw new CallError('conflict', 'This Idempotency-Key was used for another link.');
	}
	const [stored] = await present(call, [row]);
	call.answer(200);
	return { data: stored, revived: 0 };
}

/** Stores the guild's current name at Discord. The bot can only create a link in a guild that it has joined. */
async function rememberGuild({ knex, input }: InTransaction<'linkInsert'>): Promise<void> {
	const { guildId, guildName, guildIcon } = input;
	const row = { guildId, name: guildName, icon: guildIcon, updatedAt: Date.now() };
	await Guild.query(knex).insert(row).onConflict('guildId').merge();
}

/**
 * Keeps one row per topic and thread. If a topic had several dead webhooks in one Discord channel, one is enough to work
 * again.
 */
function oncePerTopic(rows: readonly LinkRow[]): LinkRow[] {
	return [...new Map(rows.map((row) => [`${row.channel.topicId} ${row.webhook.threadId}`, row])).values()];
}

/** Two concurrent requests may both find the topic missing; the unique index lets only one of them add it. */
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
