import { type Knex, WatchEntry } from '@dropwire/db';
import { type HotEntry, LIMITS, SKU_LISTS } from '@dropwire/db/topics';
import type { SkuRow } from '../../contract/bulk.ts';
import type { Entry } from '../watchlists/entries.ts';
import type { Outcome } from './outcome.ts';

export interface SkuPlan {
	outcomes: Outcome[];
	lists: Map<string, { added: Entry[]; removed: Entry[] }>;
}

const ACTIONS = ['ADD', 'REMOVE', 'SET', 'UNSET'];
const REMOVING = ['REMOVE', 'UNSET'];

/** What the rows, one after the other, would do to the watch lists as they stand. Nothing is written. */
export async function planSkus(knex: Knex, rows: readonly SkuRow[]): Promise<SkuPlan> {
	const names = new Set(rows.map((row) => row.type.trim().toUpperCase()).filter((name) => name in SKU_LISTS));
	const before = new Map<string, Map<string, Entry>>();
	for (const name of names) {
		const standing = await WatchEntry.query(knex).where({ list: name }).select('sku', 'productLink');
		before.set(name, new Map(standing.map(({ sku, productLink }) => [sku, { sku, productLink }])));
	}
	const after = new Map([...before].map(([name, entries]) => [name, new Map(entries)]));
	const outcomes = rows.map((row) => judge(row));
	const lists: SkuPlan['lists'] = new Map();
	for (const [name, now] of after) {
		const was = before.get(name) as Map<string, Entry>;
		lists.set(name, {
			added: [...now.values()].filter((entry) => !stands(was, entry)),
			removed: [...was.values()].filter((entry) => !stands(now, entry)),
		});
	}
	return { outcomes, lists };

	function judge(given: SkuRow): Outcome {
		const action = given.action.trim().toUpperCase();
		const type = given.type.trim().toUpperCase();
		const takes = SKU_LISTS[type];
		const problems: Record<string, string> = {};
		if (!ACTIONS.includes(action)) problems['action'] = `must be one of ${ACTIONS.join(', ')}`;
		if (!takes) problems['type'] = `must be one of ${Object.keys(SKU_LISTS).join(', ')}`;
		const entry = takes ? entryOf(takes, given, action, problems) : null;
		const list = after.get(type);
		if (Object.keys(problems).length > 0 || !entry || !list) return { outcome: 'refused', problems };
		const before = list.get(entry.sku);
		if (REMOVING.includes(action)) {
			// What it names stands no more.
			if (before && action === 'UNSET' && entry.productLink && before.productLink !== entry.productLink)
				return { outcome: 'unchanged' };
			if (list.delete(entry.sku)) return { outcome: 'removed', before: before?.productLink ?? '' };
			return action === 'UNSET' ? { outcome: 'unchanged' } : refused('is not on this list');
		}
		if (before) {
			if (action !== 'SET') return refused('stands on this list already');
			if (before.productLink === entry.productLink) return { outcome: 'unchanged' };
			list.set(entry.sku, entry);
			return { outcome: 'changed', before: before.productLink ?? '' };
		}
		if (list.size >= LIMITS.list) return refused(`cannot be added: a list holds ${LIMITS.list} at most`);
		list.set(entry.sku, entry);
		return { outcome: 'added' };
	}
}

function refused(problem: string): Outcome {
	return { outcome: 'refused', problems: { sku: problem } };
}

/** Whether the very entry is there, with the same link. */
function stands(entries: ReadonlyMap<string, Entry>, { sku, productLink }: Entry): boolean {
	return entries.get(sku)?.productLink === productLink;
}

/** The entry that a row means; what is wrong with it goes into `problems`. */
function entryOf(takes: HotEntry, given: SkuRow, action: string, problems: Record<string, string>): Entry {
	const isLink = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && text.length <= LIMITS.url;
	const sku = takes === 'link' ? given.sku.trim() : given.sku.trim().toUpperCase();
	const link = given.productLink.trim();
	if (takes === 'link') {
		if (!isLink(sku)) problems['sku'] = 'must be the link of a product';
	} else if (sku === '' || sku.length > LIMITS.sku) problems['sku'] = `must have 1 to ${LIMITS.sku} characters`;
	if (takes === 'sku and link') {
		if (!REMOVING.includes(action) && !isLink(link)) problems['productLink'] = 'must be the link of the product';
		return { sku, productLink: link || null };
	}
	if (link !== '') problems['productLink'] = 'must be empty for this list';
	return { sku, productLink: null };
}
