import { type Knex, operatorList, Subscription, TopicRow, type Vault } from '@dropwire/db';
import { type Brand, LIMITS, type Region } from '@dropwire/db/topics';
import { maskWebhook, resubscribe, subscribe, unsubscribe } from '@dropwire/engine';
import { type Change, type Server, trxOf } from '../http/call.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { webhookAddress } from './address.ts';
import { presentOperatorWebhook } from './present.ts';

/** The topics of one brand, category and region, each of which has one group of webhooks. */
export interface GroupsOf {
	brand: Brand;
	category: string;
	region: Region;
}

/** A change to one row, whatever the brand. `topics` has several where a change goes to all of them or to none. */
export interface RowChange {
	topics: readonly TopicRow[];
	action: 'INSERT' | 'UPDATE' | 'DELETE';
	label: string;
	value: string;
	/** How the body names its fields, for the errors. */
	fields: { label: string; value: string };
}

type WriteCall = { knex: Knex; server: Server; changed(change: Change): void; answer(status: 200 | 201): void };

/** The rows of the groups of these statuses, in their order; a status that stands nowhere has none. */
export async function listGroups(knex: Knex, vault: Vault, of: GroupsOf, statuses: readonly string[]) {
	const topics = await TopicRow.query(knex).where(of);
	const rows = await Subscription.query(knex)
		.whereIn(
			'list',
			topics.map((topic) => operatorList(topic.id)),
		)
		.withGraphFetched('webhook')
		.orderBy('subscriptions.id');
	return statuses.map((status) => {
		const topic = topics.find((row) => row.status === status);
		const own = topic ? rows.filter((row) => row.topicId === topic.id) : [];
		return { status, webhooks: own.map((row) => presentOperatorWebhook(vault, row)) };
	});
}

/** @throws CallError 400 for a group that does not stand there */
export async function groupTopic(knex: Knex, of: GroupsOf, status: string, field = 'status'): Promise<TopicRow> {
	const topic = await TopicRow.query(knex).findOne({ ...of, status });
	if (topic) return topic;
	const there = await TopicRow.query(knex).where(of).select('status');
	const names = there.map((row) => row.status).join(', ');
	throw invalidInput({ [field]: `must be a group that ${of.region} has: ${names || 'it has none here'}` });
}

/**
 * Adds, changes or removes a row, and says so in the audit log.
 * @throws CallError 400, 404 or 409, naming the field
 */
export async function changeRow(call: WriteCall, change: RowChange) {
	const { label, value } = change;
	const target = change.topics.map((topic) => `${topic.toolsName} · ${topic.region}`).join(', ');
	const before = [];
	for (const topic of change.topics) before.push(await CHANGES[change.action](call, topic, change));
	const was = before.find((row) => row !== undefined);
	const now = change.action === 'DELETE' ? null : webhookAddress(call.server, change.fields.value, value);
	call.changed({
		target,
		...(was && { before: { label, webhook: maskWebhook(was.webhook?.discordId ?? '') } }),
		...(now && { after: { label, webhook: maskWebhook(now.id) } }),
	});
	if (change.action === 'INSERT') call.answer(201);
	return { data: { label, value } };
}

/** Each answers with the row as it was; undefined where there was none. */
const CHANGES: Readonly<
	Record<
		RowChange['action'],
		(call: WriteCall, topic: TopicRow, change: RowChange) => Promise<Subscription | undefined>
	>
> = {
	async INSERT(call, topic, { label, value, fields }) {
		const webhook = webhookAddress(call.server, fields.value, value);
		const list = operatorList(topic.id);
		if (await findRow(call.knex, topic, label)) {
			throw new CallError('conflict', `"${label}" stands in ${topic.toolsName} already.`, {
				[fields.label]: 'stands in this group already',
			});
		}
		if ((await Subscription.query(call.knex).where({ list }).resultSize()) >= LIMITS.list) {
			throw invalidInput({
				[fields.label]: `cannot be added: the group holds ${LIMITS.list} webhooks, which is the most`,
			});
		}
		const place = { list, topicId: topic.id, guildChannelId: null, label };
		await subscribe(trxOf(call), call.server.db.vault, place, webhook);
		return undefined;
	},

	async UPDATE(call, topic, { label, value, fields }) {
		const webhook = webhookAddress(call.server, fields.value, value);
		const row = await mustFind(call.knex, topic, label, fields.label);
		await resubscribe(trxOf(call), call.server.db.vault, row, webhook);
		return row;
	},

	async DELETE(call, topic, { label, fields }) {
		const row = await mustFind(call.knex, topic, label, fields.label);
		await unsubscribe(trxOf(call), [row.id]);
		return row;
	},
};

async function findRow(knex: Knex, topic: TopicRow, label: string): Promise<Subscription | undefined> {
	return Subscription.query(knex)
		.findOne({ list: operatorList(topic.id), label })
		.withGraphFetched('webhook');
}

async function mustFind(knex: Knex, topic: TopicRow, label: string, field: string): Promise<Subscription> {
	const row = await findRow(knex, topic, label);
	if (row) return row;
	throw new CallError('not_found', `There is no "${label}" in ${topic.toolsName}.`, {
		[field]: 'is not in this group',
	});
}
