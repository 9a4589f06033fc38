import { type Knex, operatorList, TopicRow, type Vault } from '@dropwire/db';
import {
	chunks,
	LIMITS,
	optionProblems,
	parseWebhookUrl,
	readWebhookUrl,
	type Topic,
	TOPICS,
	withThread,
} from '@dropwire/domain';
import { adoptHashes, hashOf, tokenHashOf } from '@dropwire/engine';
import type { WebhookRow } from '@dropwire/contract';
import type { Server } from '../http/context.ts';
import { mustExist } from '../rows/result.ts';
import { type Plan, planRows, type Rejection, type RowAction, type RowKind, type WantedRow } from '../rows/planRows.ts';
import { notAWebhook } from './address.ts';
import { savedTokenHash } from './owner.ts';
import { readOptions } from './readOptions.ts';
import type { RowWebhook } from './rowWebhook.ts';
import { refuseSecondTokens } from './secondTokens.ts';

export interface WebhookPlan extends Plan<RowWebhook> {
	/** By the plan's group names. */
	topics: ReadonlyMap<string, TopicRow>;
}

/** The columns that name a group. */
export type GroupCells = Pick<WebhookRow, 'brand' | 'category' | 'region' | 'status'>;

const KIND: RowKind = {
	nameColumn: 'label',
	valueColumn: 'value',
	uniqueValues: true,
	here: 'in this group',
	limit: `a group can hold ${LIMITS.list.toLocaleString('en')} webhooks`,
};
const ACTIONS: Readonly<Record<string, RowAction>> = {
	INSERT: 'ADD',
	UPDATE: 'UPDATE',
	DELETE: 'REMOVE',
	SET: 'SET',
	UNSET: 'UNSET',
};
const NO_GROUP = 'brand, category, region and status must name a group that exists';
const CHUNK = 500;

interface PlanOptions {
	mode?: 'rows' | 'set';
	/**
	 * Groups to prune in addition to the groups that `rows` names: pruning removes their rows that `rows` does not
	 * contain. Null: do not prune.
	 */
	prune?: readonly GroupCells[] | null;
}

/**
 * Computes what rows would change in the operators' groups. Nothing is written, except that saved webhooks get their
 * hash under the current SECRET_KEY. Lock the operators first if you will apply the plan.
 * @throws CallError 400 for a group in `prune` that does not exist
 */
export async function planWebhooks(
	{ knex, server }: { knex: Knex; server: Server },
	given: readonly WebhookRow[],
	{ mode = 'rows', prune = null }: PlanOptions = {},
): Promise<WebhookPlan> {
	const { vault } = server.db;
	const { DISCORD_URL } = server.settings;
	const addressOf = (url: string) => (url.length > LIMITS.url ? null : parseWebhookUrl(url, DISCORD_URL));
	await adoptHashes(
		knex,
		vault,
		given.flatMap(({ value, before = '' }) => [value, before].flatMap((url) => readWebhookUrl(url) ?? [])),
	);
	const all = new Map((await TopicRow.query(knex)).map((topic) => [groupKey(topic), topic]));
	const wanted = given.map((row) => read(row));
	const pruned = (prune ?? []).map(groupKey);
	mustExist(pruned.map((key) => (all.has(key) ? null : { status: NO_GROUP })));
	const named = new Set([...wanted.flatMap((row) => ('group' in row ? row.group : [])), ...pruned]);
	const topics = new Map([...named].flatMap((key) => (all.has(key) ? [[key, all.get(key) as TopicRow] as const] : [])));
	const current = await readGroups({ knex, vault }, topics);
	const plan = planRows(current, wanted, KIND, {
		once: mode === 'set',
		prune: prune ? [...topics.keys()] : [],
	});
	await refuseSecondTokens({ knex, vault }, plan, topics);
	return { ...plan, topics };

	function read(row: WebhookRow): WantedRow<RowWebhook> | Rejection {
		const action = ACTIONS[row.action.trim().toUpperCase() || (mode === 'set' ? 'SET' : '')];
		const name = row.label.trim();
		const group = groupKey(row);
		const url = row.value.trim();
		const removing = action === 'REMOVE' || action === 'UNSET';
		// What is saved can be of another Discord than the configured one.
		const given = removing ? readWebhookUrl(url) : addressOf(url);
		const read = readOptions(row.options, given?.threadId ?? null);
		const threadId = read.threadId ?? given?.threadId;
		const address = given && (threadId ? { ...given, threadId } : given);
		const seen = row.before === undefined ? null : readWebhookUrl(row.before);
		const problems: Record<string, string> = {};
		if (!action) problems['action'] = `must be one of ${Object.keys(ACTIONS).join(', ')}`;
		if (name === '' || name.length > LIMITS.label) problems['label'] = `must have 1 to ${LIMITS.label} characters`;
		if (!all.has(group)) Object.assign(problems, groupProblem(row));
		if (!removing && !address) problems['value'] = notAWebhook(url);
		const topic = all.get(group);
		const [misfit] = topic && read.detail ? Object.entries(optionProblems(JSON.parse(read.detail), topic)) : [];
		if (read.problem ?? misfit) problems['options'] = read.problem ?? misfit?.join(' ') ?? '';
		if (row.before !== undefined && !seen) problems['before'] = notAWebhook(row.before);
		if (row.before !== undefined && action !== 'UPDATE') problems['before'] = 'is only possible with UPDATE';
		if (!action || Object.keys(problems).length > 0) return { code: 'invalid_input', problems };
		// A DELETE removes the row with any value; an UNSET with a value removes it only with that value.
		if (action === 'REMOVE' || (action === 'UNSET' && url === '')) return { action, group, name, value: null };
		const key = address ? hashOf(vault, address) : url;
		const webhook = address && { ...address, url: withThread(url, threadId ?? null) };
		return {
			action,
			group,
			name,
			...(seen && { seen: hashOf(vault, seen) }),
			value: {
				key,
				tokenHash: address ? tokenHashOf(vault, address) : url,
				discordId: address?.id ?? '',
				threadId: threadId ?? null,
				off: false,
				subscription: null,
				webhook,
				...(read.detail !== undefined && { detail: read.detail }),
			},
		};
	}
}

/** Names the cell that no group has, with its words; the status if each cell is right and only their combination is not. */
function groupProblem(row: WebhookRow): Record<string, string> {
	const parts = ['brand', 'category', 'region', 'status'] as const;
	const is = (topic: Topic, part: (typeof parts)[number]) => topic[part] === row[part].trim().toUpperCase();
	for (const part of parts) {
		if (TOPICS.some((topic) => is(topic, part))) continue;
		const words = [...new Set<string>(TOPICS.map((topic) => topic[part]))];
		return {
			[part]: `must be one of ${words.join(', ')}, and ${JSON.stringify(row[part].trim().slice(0, 50))} is not`,
		};
	}
	// Each word exists, but not with the words before it.
	for (const [at, part] of parts.entries()) {
		const before = parts.slice(0, at);
		const same = TOPICS.filter((topic) => before.every((one) => is(topic, one)));
		if (same.some((topic) => is(topic, part))) continue;
		const words = [...new Set<string>(same.map((topic) => topic[part]))];
		const group = before.map((one) => row[one].trim().toUpperCase()).join(' ');
		return { [part]: `must be one of ${words.join(', ')} for ${group}, and ${row[part].trim().toUpperCase()} is not` };
	}
	return { status: NO_GROUP };
}

function groupKey({ brand, category, region, status }: GroupCells | TopicRow): string {
	return [brand, category, region, status].map((part) => part.trim().toUpperCase()).join('/');
}

/** The rows of the groups by label, oldest first. */
async function readGroups(
	{ knex, vault }: { knex: Knex; vault: Vault },
	topics: ReadonlyMap<string, TopicRow>,
): Promise<Map<string, Map<string, RowWebhook>>> {
	const groups = new Map([...topics.keys()].map((key) => [key, new Map<string, RowWebhook>()]));
	const keys = new Map([...topics].map(([key, { id }]) => [id, key]));
	const ids = [...keys.keys()];
	for (const some of chunks(ids, CHUNK)) {
		const rows: {
			id: number;
			createdAt: number;
			topicId: number;
			label: string;
			options: string | null;
			version: number;
			webhookId: number;
			urlHash: string;
			urlSealed: string;
			threadId: string | null;
			discordId: string;
			active: boolean | number;
		}[] = await knex('subscriptions as s')
			.join('webhooks as w', 'w.id', 's.webhookId')
			.whereIn('s.list', some.map(operatorList))
			.orderBy('s.id')
			.select(
				's.id',
				's.createdAt',
				's.topicId',
				's.label',
				's.options',
				's.version',
				's.webhookId',
				'w.urlHash',
				'w.urlSealed',
				'w.threadId',
				'w.discordId',
				'w.active',
			);
		for (const { id, createdAt, version, topicId, label, options, active, webhookId, ...webhook } of rows) {
			const { urlHash, discordId, threadId } = webhook;
			groups.get(keys.get(topicId) as string)?.set(label, {
				key: urlHash,
				tokenHash: savedTokenHash(vault, webhookId, webhook),
				detail: options ?? '',
				discordId,
				threadId,
				off: !active,
				subscription: { id, createdAt, version },
				webhook: null,
			});
		}
	}
	return groups;
}
