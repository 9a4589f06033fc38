import type { OperatorWebhook } from '@dropwire/contract';
import { type Database, type Knex, TopicRow } from '@dropwire/db';
import type { Brand, Region } from '@dropwire/domain';
import type { Change } from '../http/audit.ts';
import type { Server } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';
import { errorOf, firstRejection } from '../rows/result.ts';
import type { Topics } from '../topics/topics.ts';
import { lockOwner } from '../webhooks/owner.ts';
import { planWebhooks } from '../webhooks/planWebhooks.ts';
import { type ListedWebhook, presentOperatorWebhook } from '../webhooks/present.ts';
import { writeWebhooks } from '../webhooks/writeWebhooks.ts';

/** The topics of one brand, category and region. Each topic has one group of webhooks. */
export interface GroupsOf {
	brand: Brand;
	category: string;
	region: Region;
}

/** A change to one row of any brand. `topics` has several entries when a change applies to all of them or none. */
export interface RowChange {
	topics: readonly TopicRow[];
	action: 'INSERT' | 'UPDATE' | 'DELETE';
	label: string;
	value: string;
	/** The body's names of the fields, for error messages. */
	fields: { label: string; value: string };
}

type WriteCall = {
	knex: Knex.Transaction;
	server: Server;
	audit(change: Change): void;
	answer(status: 200 | 201): void;
};

type GroupRow = ListedWebhook & {
	id: number;
	webhookId: number;
	topicId: number;
	label: string | null;
	guildName: string | null;
};

/** The rows of a brand, category and region. `concat` is `operatorList`: a topic also has the rows of guilds. */
const GROUPS = `select s.id, s.webhookId, t.id as topicId, s.label, w.urlSealed, w.active, w.offReason, w.lastStatus, w.lastReason, w.lastAt,
	w.pausedUntil, w.pausedAt, w.editsPausedUntil, w.pauseReason, w.guildId, w.channelId, w.channelName, w.name, g.name as guildName
	from topics t join subscriptions s on s.list = concat('topic:', t.id)
	join webhooks w on w.id = s.webhookId left join guilds g on g.guildId = w.guildId
	where t.brand = ? and t.category = ? and t.region = ?`;

/** The rows of the groups with these statuses, in that order. A status without a topic has no rows. */
export async function listGroups(
	{ read, vault }: Database,
	topics: Topics,
	{ brand, category, region }: GroupsOf,
	statuses: readonly string[],
) {
	const groups = new Map(statuses.map((status) => [status, [] as OperatorWebhook[]]));
	// Not sorted by the database, which would copy every row into a temporary table first.
	const rows = (await read<GroupRow>(GROUPS, [brand, category, region])).sort((a, b) => a.id - b.id);
	const stored = await topics.of(rows);
	for (const row of rows) groups.get(stored.get(row.topicId)?.status ?? '')?.push(presentOperatorWebhook(vault, row));
	return [...groups].map(([status, webhooks]) => ({ status, webhooks }));
}

/** @throws CallError 400 for a group that does not exist */
export async function groupTopic(knex: Knex, of: GroupsOf, status: string, field = 'status'): Promise<TopicRow> {
	const topic = await TopicRow.query(knex).findOne({ ...of, status });
	if (topic) return topic;
	const there = await TopicRow.query(knex).where(of).select('status');
	const names = there.map((row) => row.status).join(', ');
	throw invalidInput({ [field]: `must be a group that ${of.region} has: ${names || 'it has none here'}` });
}

/**
 * Adds, changes or removes a row.
 * @throws CallError 400, 404 or 409, naming the field
 */
export async function changeRow(call: WriteCall, { topics, action, label, value, fields }: RowChange) {
	await lockOwner(call.knex, 'operators');
	const plan = await planWebhooks(
		call,
		topics.map(({ brand, category, region, status }) => ({
			action,
			brand,
			category,
			region,
			status,
			label,
			value,
			options: '',
		})),
	);
	const rejection = firstRejection(plan);
	if (rejection) throw errorOf(rejection, fields);
	await writeWebhooks(call, plan);
	if (action === 'INSERT') call.answer(201);
	return { data: { label, value } };
}
