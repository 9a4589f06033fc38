import { type Knex, WatchEntry } from '@dropwire/db';
import {
	ALL_REGIONS,
	canonicalLink,
	entryKey,
	entryProblem,
	type HotEntry,
	hostProblem,
	isLinkOn,
	isSku,
	LIMITS,
	readRegions,
	SKU_LISTS,
	SKU_RULE,
	splitEntries,
} from '@dropwire/domain';
import type { SkuRow } from '@dropwire/contract';
import { linkProblem } from '../http/publicUrl.ts';
import { type Plan, planRows, type Rejection, type RowAction, type RowKind, type WantedRow } from '../rows/planRows.ts';
import { mustExist } from '../rows/result.ts';
import type { ServerSettings } from '../settings.ts';

/** The content of an entry, without its SKU. */
export interface EntryValue {
	/** The link and the regions. */
	key: string;
	/** The product's page, or empty. */
	link: string;
	/** As in the database: `US,JP`, or null for every region in which somebody subscribes. */
	regions: string | null;
}
export type EntryPlan = Plan<EntryValue>;

/** A row that was read without problems. Its regions are undefined if it does not change them. */
interface ReadEntry {
	action: RowAction;
	group: string;
	name: string;
	/** The name as the row has it: entries in another spelling are found by it. */
	given: string;
	link: string;
	regions: string | null | undefined;
}

const KIND: RowKind = {
	nameColumn: 'sku',
	valueColumn: 'productLink',
	uniqueValues: false,
	here: 'on this list',
	limit: `a list can hold ${LIMITS.list.toLocaleString('en')} SKUs`,
};
const ACTIONS: Readonly<Record<string, RowAction>> = { ADD: 'ADD', REMOVE: 'REMOVE', SET: 'SET', UNSET: 'UNSET' };
const NO_LIST = `must be one of ${Object.keys(SKU_LISTS).join(', ')}`;

interface PlanOptions {
	mode?: 'rows' | 'set';
	/**
	 * Lists to prune in addition to the lists that `rows` names: pruning removes their entries that `rows` does not
	 * contain. Null: do not prune.
	 */
	prune?: readonly Pick<SkuRow, 'type'>[] | null;
}

/**
 * Computes what rows would change in the watch lists. Nothing is written. Lock the operators first if you will apply
 * the plan.
 * @throws CallError 400 for a list in `prune` that does not exist
 */
export async function planEntries(
	{ knex, server: { settings } }: { knex: Knex; server: { settings: ServerSettings } },
	given: readonly SkuRow[],
	{ mode = 'rows', prune = null }: PlanOptions = {},
): Promise<EntryPlan> {
	const rows = given.map((row) => read(row, mode, settings));
	const pruned = (prune ?? []).map(listOf);
	mustExist(pruned.map((list) => (list in SKU_LISTS ? null : { type: NO_LIST })));
	const named = [...rows.flatMap((row) => ('group' in row ? row.group : [])), ...pruned];
	const current = new Map<string, Map<string, EntryValue>>();
	for (const list of new Set(named)) {
		const entries = await WatchEntry.query(knex).where({ list }).select('sku', 'productLink', 'regions');
		current.set(
			list,
			new Map(entries.map(({ sku, productLink, regions }) => [sku, valueOf(linkKey(productLink ?? ''), regions)])),
		);
	}
	const wanted = withRegions(rows, current);
	return planRows(current, wanted, KIND, { once: mode === 'set', prune: prune ? [...current.keys()] : [] });
}

/**
 * Completes the rows: entries keep the regions that a row does not change. Rejects new entries that cannot be a product
 * of the list's brand; those that are on the list already can stay, change their regions and be removed.
 */
function withRegions(
	rows: readonly (ReadEntry | Rejection)[],
	current: ReadonlyMap<string, ReadonlyMap<string, EntryValue>>,
): (WantedRow<EntryValue> | Rejection)[] {
	// The regions that the rows before have given to an entry.
	const given = new Map<string, string | null>();
	return rows.map((row) => {
		if ('code' in row) return row;
		const { action, group, given: written, link } = row;
		const name = current.get(group)?.has(written) ? written : row.name;
		const at = `${group} ${name}`;
		const before = current.get(group)?.get(name);
		const own = given.has(at) ? (given.get(at) ?? null) : (before?.regions ?? null);
		if (isRemoval(action)) {
			given.set(at, null);
			const isWhole = action === 'REMOVE' || link === '';
			return { action, group, name, value: isWhole ? null : valueOf(link, own) };
		}
		const problem = before ? null : formatProblem(group, name);
		if (problem) return { code: 'invalid_input', problems: { sku: problem } };
		const regions = row.regions === undefined ? own : row.regions;
		given.set(at, regions);
		return { action, group, name, value: valueOf(link, regions) };
	});
}

/** Why a SKU or link cannot be added to a list. */
function formatProblem(list: string, entry: string): string | null {
	const problem = entryProblem(list, entry);
	return problem ?? (isLinkOn(list, entry) || isSku(entry) ? null : SKU_RULE);
}

/** The spelling under which the link of an entry is stored. */
function linkKey(text: string): string {
	return canonicalLink(text) ?? text.trim();
}

function valueOf(link: string, regions: string | null): EntryValue {
	return { key: JSON.stringify([link, regions]), link, regions };
}

/** The content of an entry as answers show it: its link, and its regions where it has some. */
export function showEntry({ link, regions }: EntryValue): string {
	return [link, regions ?? (link === '' ? ALL_REGIONS : '')].filter(Boolean).join(' ');
}

function isRemoval(action: RowAction | undefined): boolean {
	return action === 'REMOVE' || action === 'UNSET';
}

function listOf({ type }: Pick<SkuRow, 'type'>): string {
	return type.trim().toUpperCase();
}

function read(row: SkuRow, mode: 'rows' | 'set', settings: ServerSettings): ReadEntry | Rejection {
	const action = ACTIONS[row.action.trim().toUpperCase() || (mode === 'set' ? 'SET' : '')];
	const group = listOf(row);
	const takes = SKU_LISTS[group];
	const removing = isRemoval(action);
	const link = linkKey(row.productLink);
	const given = row.sku.trim();
	const name = entryKey(group, given);
	const cell = splitEntries(row.regions);
	const wanted = takes && !removing && cell.length > 0 ? readRegions(group, cell) : { regions: undefined };
	const problems = {
		...(!action && { action: `must be one of ${Object.keys(ACTIONS).join(', ')}` }),
		...(takes ? problemsOf(takes, group, { sku: name, link, removing, settings }) : { type: NO_LIST }),
		...('problem' in wanted && { regions: wanted.problem }),
	};
	if (!action || 'problem' in wanted || Object.keys(problems).length > 0) return { code: 'invalid_input', problems };
	return { action, group, name, given, link, regions: wanted.regions && wanted.regions.join() };
}

/** The problems of an entry, by column, except for the format of its SKU. */
function problemsOf(
	takes: HotEntry,
	list: string,
	{ sku, link, removing, settings }: { sku: string; link: string; removing: boolean; settings: ServerSettings },
): Record<string, string> {
	const problems: Record<string, string> = {};
	const checkLink = (column: string, text: string, otherwise: string) => {
		const isLink = /^https?:\/\//.test(text) && URL.canParse(text) && text.length <= LIMITS.url;
		const problem = isLink ? addressProblem(text, settings) : otherwise;
		if (problem) problems[column] = problem;
	};
	if (removing) {
		// Whatever is on a list can be removed, also if it could not be added.
		const max = /^https?:/i.test(sku) ? LIMITS.url : LIMITS.sku;
		if (sku === '' || sku.length > max) problems['sku'] = `must have 1 to ${max.toLocaleString('en')} characters`;
	} else if (isLinkOn(list, sku))
		checkLink('sku', sku, `must be the link of a product, and ${JSON.stringify(sku)} is not`);
	else if (sku === '' || sku.length > LIMITS.sku) problems['sku'] = `must have 1 to ${LIMITS.sku} characters`;
	if (takes !== 'sku and link') {
		if (link !== '') problems['productLink'] = 'must be empty for this list';
	} else if (!removing) {
		checkLink('productLink', link, 'must be the link of the product');
		const foreign = problems['productLink'] ? null : hostProblem(list, link);
		if (foreign) problems['productLink'] = foreign;
	}
	return problems;
}

/** Why a link must not be fetched; null for links that lead to the public internet or to a shop that the settings name. */
function addressProblem(link: string, settings: ServerSettings): string | null {
	return settings.PRIVATE_SHOPS.includes(new URL(link).origin) ? null : linkProblem(link, settings);
}
