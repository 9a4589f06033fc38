import { createHash } from 'node:crypto';
import {
	Announcement,
	isUniqueViolation,
	type Knex,
	Message,
	operatorList,
	Subscription,
	TopicRow,
} from '@dropwire/db';
import { ANNOUNCEMENT_LOOK, ANNOUNCEMENT_TOPIC, DELIVERY_STATUSES, type DeliveryStatus } from '@dropwire/domain';
import { MAX_SERVERS } from '@dropwire/contract';
import {
	adoptHashes,
	countLinked,
	hashOf,
	linkedServers,
	type NewWebhook,
	queueAnnouncement,
	recipientsOf,
} from '@dropwire/engine';
import { maskWebhook } from '@dropwire/domain';
import { type Call, type Server } from '../http/context.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { linkProblem } from '../http/publicUrl.ts';
import { webhookAddress } from '../webhooks/address.ts';
import { readSent } from './sent.ts';

/**
 * Announcements. An announcement and all its deliveries are stored before the response, and once per Idempotency-Key.
 */
export const announcementsFeature = {
	handlers: {
		stockNumberSend: async (call) => {
			const key = call.idempotencyKey;
			const { title, imageURL, description } = call.input;
			const servers = serversOf(call.input);
			if (call.input.webhooks.length === 0 && !servers) throw invalidInput({ webhooks: NO_WEBHOOK });
			const asked = call.input.webhooks.map((url, n) => webhookAddress(call.server, `webhooks.${n}`, url));
			const before = key === null ? undefined : await findByKey(call, key);
			if (before) return { data: await asBefore(call, before, asked) };
			const problem = linkProblem(imageURL, call.server.settings);
			if (problem) throw invalidInput({ imageURL: problem });
			const webhookIds = await savedWebhooks(call, asked);
			if (Array.isArray(servers)) await mustBeLinked(call.knex, servers);
			const text = { title, imageUrl: imageURL, description, ...logo(call.server), at: Date.now() };
			try {
				const request = { by: call.caller.discordId, key, webhooksHash: hashOfAll(recipientNames(asked, servers)) };
				const stored = await queueAnnouncement(call.knex, { ...text, webhookIds, toServers: servers, ...request });
				call.audit({ target: `announcement ${stored.id}`, after: { title, deliveries: stored.deliveries, servers } });
				call.afterCommit(() => {
					call.logQueued({ announcement: stored.id, message: stored.messageId }, 'announcement');
					call.server.engine?.wake();
				});
				return { data: { id: String(stored.id), deliveries: stored.deliveries } };
			} catch (error) {
				// A concurrent request with the same key has already stored it.
				const other = isUniqueViolation(error) && key !== null ? await findByKey(call, key) : undefined;
				if (!other) throw error;
				return { data: await asBefore(call, other, asked) };
			}
		},

		announcementTally: async ({ input, knex }) => {
			const announcement = await Announcement.query(knex).findById(Number(input.id));
			if (!announcement) throw notFound('This announcement');
			const rows = (await deliveriesOf(knex, announcement.id)
				.groupBy('status')
				.select('status')
				.count({ count: '*' })) as unknown as { status: DeliveryStatus; count: number | string }[];
			const counts = Object.fromEntries(
				DELIVERY_STATUSES.map((status) => [status, Number(rows.find((row) => row.status === status)?.count ?? 0)]),
			) as Record<DeliveryStatus, number>;
			const { id, title, createdAt } = announcement;
			return { data: { id: String(id), title, createdAt, counts } };
		},

		announcementServers: async ({ knex }) => {
			const topic = await TopicRow.query(knex).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
			return { data: await countLinked(knex, topic.id) };
		},

		announcementServerList: async ({ input: { q }, knex }) => {
			const topic = await TopicRow.query(knex).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
			return { data: await linkedServers(knex, topic.id, { q, limit: MAX_SERVERS }) };
		},

		announcementsSent: ({ input: { cursor }, knex }) => readSent(knex, cursor),
	},
} satisfies Feature;

const NO_WEBHOOK = 'must name a webhook, unless servers get the announcement';

type SendCall = Call<'stockNumberSend'>;

/** The servers that get an announcement: all, none, or those with these ids, each once and in one order. */
type Servers = boolean | string[];

function serversOf({ servers }: SendCall['input']): Servers {
	if (typeof servers === 'boolean') return servers;
	return servers.length > 0 && [...new Set(servers)].toSorted();
}

/** @throws CallError 400 naming the servers that would get nothing */
async function mustBeLinked(knex: Knex, guildIds: readonly string[]): Promise<void> {
	const topic = await TopicRow.query(knex).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
	const linked = await linkedServers(knex, topic.id, { guildIds, limit: guildIds.length });
	const found = new Set(linked.map(({ guildId }) => guildId));
	const missing = guildIds.filter((id) => !found.has(id));
	if (missing.length === 0) return;
	const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
	const names = `${missing.slice(0, MAX_NAMED).join(', ')}${more}`;
	throw invalidInput({ servers: `must have a link to Stock Numbers that is on, which these have not: ${names}` });
}

/** Servers that an error names. */
const MAX_NAMED = 5;

async function findByKey(call: SendCall, idempotencyKey: string): Promise<Announcement | undefined> {
	return Announcement.query(call.knex).findOne({ createdBy: call.caller.discordId, idempotencyKey });
}

/**
 * The response to the first request with this key. @throws CallError 409 when that request had a different text or
 * other webhooks
 */
async function asBefore(
	{ input, knex }: SendCall,
	before: Announcement,
	asked: readonly NewWebhook[],
): Promise<{ id: string; deliveries: number }> {
	const sameText =
		before.title === input.title && before.imageUrl === input.imageURL && before.description === input.description;
	const servers = serversOf(input);
	const names = recipientNames(asked, servers);
	const sameWebhooks = before.webhooksHash === null || before.webhooksHash === hashOfAll(names);
	if (!sameText || !sameWebhooks) {
		throw new CallError('conflict', 'This Idempotency-Key was used for another announcement.');
	}
	const deliveries = servers ? await countStored(knex, before.id) : names.length;
	return { id: String(before.id), deliveries };
}

/** The number of webhooks that have a delivery of the announcement, or will have one. */
async function countStored(knex: Knex, announcementId: number): Promise<number> {
	const its = Message.query(knex).where({ announcementId }).select('id').toKnexQuery();
	const stored = await deliveriesOf(knex, announcementId).countDistinct({ count: 'webhookId' }).first();
	const rest: { webhookIds: string; lastWebhookId: number }[] = await knex('fanouts')
		.whereIn('messageId', its)
		.whereNotNull('webhookIds')
		.select('webhookIds', 'lastWebhookId');
	const waiting = rest.flatMap(({ webhookIds, lastWebhookId }) => {
		const { chosen, linked } = recipientsOf(webhookIds);
		return [...new Set([...chosen, ...linked])].filter((id) => id > lastWebhookId);
	});
	return Number(stored?.['count'] ?? 0) + waiting.length;
}

/** What a request sends to: the webhooks, and the servers. */
function recipientNames(webhooks: readonly NewWebhook[], servers: Servers): string[] {
	const guilds = typeof servers === 'boolean' ? [] : servers.map((id) => `server ${id}`);
	return [...namesOf(webhooks), ...guilds, ...(servers === true ? ['servers'] : [])];
}

/** Each webhook and thread once, the same for every order and spelling of the URLs. Without tokens, which are secret. */
function namesOf(webhooks: readonly NewWebhook[]): string[] {
	return [...new Set(webhooks.map(({ id, threadId = '' }) => `${id} ${threadId}`))].toSorted();
}

function hashOfAll(names: readonly string[]): string {
	return createHash('sha256').update(names.join()).digest('hex');
}

function deliveriesOf(knex: Knex, announcementId: number) {
	const its = Message.query(knex).where({ announcementId }).select('id').toKnexQuery();
	return knex('deliveries').whereIn('messageId', its);
}

/** Discord rejects a message with an image URL that is not on the public internet. */
function logo({ settings: { PUBLIC_URL, DISCORD_URL } }: Server): { logoUrl?: string } {
	const fetchable = PUBLIC_URL.startsWith('https:') || !DISCORD_URL.startsWith('https:');
	return fetchable ? { logoUrl: new URL(ANNOUNCEMENT_LOOK.logo, PUBLIC_URL).href } : {};
}

/**
 * Ids of the saved webhooks that the input lists, without duplicates. @throws CallError 400 naming URLs that are not
 * saved
 */
async function savedWebhooks({ knex, server }: SendCall, addresses: readonly NewWebhook[]): Promise<number[]> {
	const topic = await TopicRow.query(knex).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
	await adoptHashes(knex, server.db.vault, addresses);
	const saved = await Subscription.query(knex)
		.where({ list: operatorList(topic.id) })
		.withGraphFetched('webhook');
	const ids = new Map(saved.map((row) => [row.webhook?.urlHash, row.webhookId]));
	const problems: Record<string, string> = {};
	const found = new Set<number>();
	for (const [index, webhook] of addresses.entries()) {
		const id = ids.get(hashOf(server.db.vault, webhook));
		if (id === undefined)
			problems[`webhooks.${index}`] = `is not in the saved list: ${maskWebhook(webhook.id, webhook.threadId)}`;
		else found.add(id);
	}
	if (Object.keys(problems).length > 0) throw invalidInput(problems);
	return [...found].sort((a, b) => a - b);
}
