import type { Knex, TopicRow, Vault } from '@dropwire/db';
import { operatorList, TopicRow as Topics } from '@dropwire/db';
import { LIMITS } from '@dropwire/db/topics';
import { hashOf, maskWebhook, type NewWebhook, parseWebhookUrl } from '@dropwire/engine';
import type { WebhookRow } from '../../contract/bulk.ts';
import type { Outcome } from './outcome.ts';

/** A row of an operator's group as it stands, or is to stand. */
export interface Standing {
	/** Of the subscription; undefined for one that is to be made. */
	id: number | undefined;
	label: string;
	hash: string;
	/** The webhook as anyone may see it. */
	shown: string;
	/** Masked at most in what is shown; null while nothing about it changes. */
	webhook: NewWebhook | null;
	/** Whether it is off: saving it again switches it on. */
	off: boolean;
}

export interface WebhookPlan {
	outcomes: Outcome[];
	/** Subscriptions that go, be it for good or to be made anew with another webhook. */
	gone: { id: number; hash: string }[];
	made: { topic: TopicRow; row: Standing }[];
}

type Group = { topic: TopicRow; byLabel: Map<string, Standing>; hashes: Set<string>; size: number };
const ACTIONS = ['INSERT', 'UPDATE', 'DELETE', 'SET', 'UNSET'];
const REMOVING = ['DELETE', 'UNSET'];
const CHUNK = 500;

/** What the rows, one after the other, would do to the groups as they stand. Nothing is written. */
export async function planWebhooks(
	knex: Knex,
	vault: Vault,
	discordUrl: string,
	rows: readonly WebhookRow[],
): Promise<WebhookPlan> {
	const topics = new Map((await Topics.query(knex)).map((topic) => [keyOf(topic), topic]));
	const wanted = new Set(rows.flatMap((row) => topics.get(keyOf(row)) ?? []));
	const groups = await groupsOf(knex, [...wanted]);
	const before = new Map(
		[...groups.values()].flatMap(({ byLabel }) => [...byLabel.values()].map((row) => [row.id, row.hash])),
	);

	const outcomes = rows.map((row) => judge(row));
	const made: WebhookPlan['made'] = [];
	const kept = new Map<number, string>();
	for (const { topic, byLabel } of groups.values()) {
		for (const row of byLabel.values()) {
			if (row.id !== undefined && row.webhook === null) kept.set(row.id, row.hash);
			else made.push({ topic, row });
		}
	}
	const gone = [...before].flatMap(([id, hash]) => (id !== undefined && !kept.has(id) ? [{ id, hash }] : []));
	return { outcomes, gone, made };

	function judge(given: WebhookRow): Outcome {
		const action = given.action.trim().toUpperCase();
		const label = given.label.trim();
		const problems: Record<string, string> = {};
		if (!ACTIONS.includes(action)) problems['action'] = `must be one of ${ACTIONS.join(', ')}`;
		if (label === '' || label.length > LIMITS.label) problems['label'] = `must have 1 to ${LIMITS.label} characters`;
		const topic = topics.get(keyOf(given));
		if (!topic) problems['status'] = 'brand, category, region and status must name a group that there is';
		const url = given.value.trim();
		const removing = REMOVING.includes(action);
		const address = removing || url.length > LIMITS.url ? null : parseWebhookUrl(url, discordUrl);
		if (!removing && !address) problems['value'] = 'must be a Discord webhook URL';
		if (Object.keys(problems).length > 0) return { outcome: 'refused', problems };
		const group = groups.get((topic as TopicRow).id) as Group;
		return removing
			? remove(group, label, action, url)
			: put(group, label, { ...(address as { id: string; token: string }), url }, action);
	}

	function remove(group: Group, label: string, action: string, url: string): Outcome {
		const standing = group.byLabel.get(label);
		// What it names stands no more, whether somebody else changed it or this very request did, a moment ago.
		if (standing && action === 'UNSET' && url !== '' && !isOf(standing, url)) return { outcome: 'unchanged' };
		if (!standing) return action === 'UNSET' ? { outcome: 'unchanged' } : refused('label', 'is not in this group');
		group.byLabel.delete(label);
		group.hashes.delete(standing.hash);
		group.size--;
		return { outcome: 'removed', before: standing.shown };
	}

	function isOf(standing: Standing, url: string): boolean {
		const address = parseWebhookUrl(url, discordUrl);
		return address !== null && hashOf(vault, address) === standing.hash;
	}

	function put(group: Group, label: string, webhook: NewWebhook, action: string): Outcome {
		const hash = hashOf(vault, webhook);
		const standing = group.byLabel.get(label);
		if (standing && action === 'INSERT') return refused('label', 'stands in this group already');
		if (!standing && action === 'UPDATE') return refused('label', 'is not in this group');
		const revived = action === 'UPDATE' && standing?.off === true;
		if (standing?.hash === hash && !revived) return { outcome: 'unchanged' };
		if (standing?.hash !== hash && group.hashes.has(hash)) return refused('value', 'stands in this group already');
		if (!standing && group.size >= LIMITS.list)
			return refused('label', `cannot be added: a group holds ${LIMITS.list} at most`);
		if (standing) group.hashes.delete(standing.hash);
		else group.size++;
		group.hashes.add(hash);
		group.byLabel.set(label, { id: standing?.id, label, hash, shown: maskWebhook(webhook.id), webhook, off: false });
		return standing ? { outcome: 'changed', before: standing.shown } : { outcome: 'added' };
	}
}

function refused(field: string, problem: string): Outcome {
	return { outcome: 'refused', problems: { [field]: problem } };
}

function keyOf(row: { brand?: string; category?: string; region?: string; status?: string }): string {
	return [row.brand, row.category, row.region, row.status].map((part) => (part ?? '').trim().toUpperCase()).join('/');
}

/** The groups with what stands in them, by the topic's id. */
async function groupsOf(knex: Knex, topics: readonly TopicRow[]): Promise<Map<number, Group>> {
	const groups = new Map<number, Group>(
		topics.map((topic) => [topic.id, { topic, byLabel: new Map(), hashes: new Set(), size: 0 }]),
	);
	for (let at = 0; at < topics.length; at += CHUNK) {
		const lists = topics.slice(at, at + CHUNK).map((topic) => operatorList(topic.id));
		const rows: {
			id: number;
			topicId: number;
			label: string;
			urlHash: string;
			discordId: string;
			active: boolean | number;
		}[] = await knex('subscriptions as s')
			.join('webhooks as w', 'w.id', 's.webhookId')
			.whereIn('s.list', lists)
			.orderBy('s.id')
			.select('s.id', 's.topicId', 's.label', 'w.urlHash', 'w.discordId', 'w.active');
		for (const { id, topicId, label, urlHash, discordId, active } of rows) {
			const group = groups.get(topicId);
			group?.byLabel.set(label, {
				id,
				label,
				hash: urlHash,
				shown: maskWebhook(discordId),
				webhook: null,
				off: !active,
			});
			group?.hashes.add(urlHash);
			if (group) group.size++;
		}
	}
	return groups;
}
