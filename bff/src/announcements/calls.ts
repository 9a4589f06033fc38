import {
	Announcement,
	isUniqueViolation,
	type Knex,
	Message,
	operatorList,
	Subscription,
	TopicRow,
} from '@dropwire/db';
import { ANNOUNCEMENT_LOOK, DELIVERY_STATUSES, type DeliveryStatus } from '@dropwire/db/topics';
import { hashOf, maskWebhook, queueAnnouncement } from '@dropwire/engine';
import { type Call, callerOf, type Handlers, type Server, trxOf } from '../http/call.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import { webhookAddress } from '../webhooks/address.ts';

/** Announcements: stored with all their deliveries before they are answered, and once only for a key. */
export const announcementHandlers = {
	stockNumberSend: async (call) => {
		const key = call.idempotencyKey;
		const before = key === null ? undefined : await findByKey(call, key);
		if (before) return { data: await asBefore(call, before) };
		const webhookIds = await savedWebhooks(call);
		const { title, imageURL, description } = call.input;
		const text = { title, imageUrl: imageURL, description, ...logo(call.server), at: Date.now() };
		try {
			const stored = await queueAnnouncement(trxOf(call), { ...text, webhookIds, by: callerOf(call).discordId, key });
			call.changed({ target: `announcement ${stored.id}`, after: { title, deliveries: stored.deliveries } });
			call.afterCommit(() => call.server.engine?.wake());
			return { data: { id: String(stored.id), deliveries: stored.deliveries } };
		} catch (error) {
			// The same key at the same instant: the other one has stored it.
			const other = isUniqueViolation(error) && key !== null ? await findByKey(call, key) : undefined;
			if (!other) throw error;
			return { data: await asBefore(call, other) };
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
} satisfies Partial<Handlers>;

type SendCall = Call<'stockNumberSend'>;

async function findByKey(call: SendCall, idempotencyKey: string): Promise<Announcement | undefined> {
	return Announcement.query(call.knex).findOne({ createdBy: callerOf(call).discordId, idempotencyKey });
}

/** What the first one answered. @throws CallError 409 when the key stands for another text, or for other webhooks */
async function asBefore(call: SendCall, before: Announcement): Promise<{ id: string; deliveries: number }> {
	const { knex, input, server } = call;
	const sameText =
		before.title === input.title && before.imageUrl === input.imageURL && before.description === input.description;
	const targets: string[] = await deliveriesOf(knex, before.id).pluck('target');
	const sent = new Set(targets);
	const asked = new Set(input.webhooks.map((url, n) => maskWebhook(webhookAddress(server, `webhooks.${n}`, url).id)));
	// After the retention time the deliveries are gone, and only the text can tell.
	const sameWebhooks = sent.size === 0 || (sent.size === asked.size && [...asked].every((target) => sent.has(target)));
	if (!sameText || !sameWebhooks) {
		throw new CallError('conflict', 'This Idempotency-Key was used for another announcement.');
	}
	return { id: String(before.id), deliveries: targets.length };
}

function deliveriesOf(knex: Knex, announcementId: number) {
	const its = Message.query(knex).where({ announcementId }).select('id').toKnexQuery();
	return knex('deliveries').whereIn('messageId', its);
}

/** The real Discord refuses a whole message for an address that is not of the open web. */
function logo({ settings: { PUBLIC_URL, DISCORD_URL } }: Server): { logoUrl?: string } {
	const fetchable = PUBLIC_URL.startsWith('https:') || !DISCORD_URL.startsWith('https:');
	return fetchable ? { logoUrl: new URL(ANNOUNCEMENT_LOOK.logo, PUBLIC_URL).href } : {};
}

/** The webhooks of the saved list that the input names, each once. @throws CallError 400 naming those that it has not */
async function savedWebhooks({ input, knex, server }: SendCall): Promise<number[]> {
	const topic = await TopicRow.query(knex).findOne({ brand: 'STOCK' }).throwIfNotFound();
	const saved = await Subscription.query(knex)
		.where({ list: operatorList(topic.id) })
		.withGraphFetched('webhook');
	const ids = new Map(saved.map((row) => [row.webhook?.urlHash, row.webhookId]));
	const problems: Record<string, string> = {};
	const found = new Set<number>();
	for (const [index, url] of input.webhooks.entries()) {
		const webhook = webhookAddress(server, `webhooks.${index}`, url);
		const id = ids.get(hashOf(server.db.vault, webhook));
		if (id === undefined) problems[`webhooks.${index}`] = `is not in the saved list: ${maskWebhook(webhook.id)}`;
		else found.add(id);
	}
	if (Object.keys(problems).length > 0) throw invalidInput(problems);
	return [...found].sort((a, b) => a - b);
}
