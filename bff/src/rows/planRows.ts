import { LIMITS } from '@dropwire/domain';
import type { ErrorCode } from '@dropwire/contract';

/**
 * ADD fails if the row exists; UPDATE and REMOVE fail if it does not. SET adds or changes a row; UNSET removes the row
 * if it exists.
 */
export type RowAction = 'ADD' | 'UPDATE' | 'REMOVE' | 'SET' | 'UNSET';

/** The content of a row, without its name. */
export interface RowValue {
	/** Equal keys mean equal values. */
	key: string;
	/** True if saving the same value again has an effect: it switches a webhook back on. */
	off?: boolean;
	/** What a row says in addition to its value; absent in a request leaves it as it is. */
	detail?: string | undefined;
}

/** Rows, by name. */
export type Group<V> = ReadonlyMap<string, V>;

/** A row of a request that was read without problems. */
export interface WantedRow<V> {
	action: RowAction;
	group: string;
	name: string;
	/** For a removal: the value that the row must have; null for any value. */
	value: V | null;
	/** For a change: the key that the row must have, unless it already has the new value. Absent for any key. */
	seen?: string;
}

/** Why a row is rejected. */
export interface Rejection {
	code: Extract<ErrorCode, 'invalid_input' | 'conflict' | 'not_found'>;
	/** By column. */
	problems: Readonly<Record<string, string>>;
	/** The error message for a call about only this row. */
	message?: string;
	/** The earlier row of the request that sets the same name to another value. */
	repeats?: number;
}

export interface Change<V> {
	group: string;
	name: string;
	/** Null for an added row. */
	before: V | null;
	/** Null for a removed row. */
	after: V | null;
}

export type PlannedRow<V> =
	| { outcome: 'added' }
	/** `kept`: the row was not removed, because it has another value than the request. */
	| { outcome: 'unchanged'; kept?: true }
	| { outcome: 'changed' | 'removed'; before: V }
	| { outcome: 'refused'; rejection: Rejection };

export interface Plan<V> {
	/** One entry for each row of the request. */
	rows: PlannedRow<V>[];
	/** Rows that are missing from the request and that pruning removes. */
	pruned: Change<V>[];
	/** The changes to write, one per row of a group; includes `pruned`. */
	changes: Change<V>[];
	/** The groups after the changes. */
	final: ReadonlyMap<string, Group<V>>;
	/** The request's rows that set a row's final value. */
	puts: readonly Put<V>[];
	/** The current number of rows in the groups. */
	current: number;
}

export interface Put<V> {
	/** Position in the request. */
	index: number;
	group: string;
	name: string;
	value: V;
	added: boolean;
}

/** The differences between groups of webhooks and lists of SKUs. */
export interface RowKind {
	nameColumn: string;
	valueColumn: string;
	/** Whether values must be unique within a group. */
	uniqueValues: boolean;
	/** For messages: `in this group`. */
	here: string;
	/** For messages: `a group can hold 10,000 webhooks`. */
	limit: string;
}

/**
 * Computes what the rows of a request change in the current groups. A single change is a plan of one row. Nothing is
 * written. Rows take effect in order, but values and group sizes are checked on the result, so webhooks can be swapped
 * between rows and a full group can be replaced.
 * @param current every group that the rows name
 * @param once whether a row can be named twice only with the same content (mode `set`)
 * @param prune groups from which to remove rows that the request does not name
 */
export function planRows<V extends RowValue>(
	current: ReadonlyMap<string, Group<V>>,
	wanted: readonly (WantedRow<V> | Rejection)[],
	kind: RowKind,
	{ once = false, prune = [] }: { once?: boolean; prune?: readonly string[] } = {},
): Plan<V> {
	const final = new Map([...current].map(([group, rows]) => [group, new Map(rows)]));
	// The first row that names each name.
	const named = new Map([...current.keys()].map((group) => [group, new Map<string, number>()]));
	const putters = new Map<string, Put<V>>();
	const rows = wanted.map((row, index): PlannedRow<V> => {
		if ('code' in row) return { outcome: 'refused', rejection: row };
		const { group, name } = row;
		const there = final.get(group) as Map<string, V>;
		const before = there.get(name);
		const planned = judge(row, before, kind);
		const first = named.get(group)?.get(name);
		if (first === undefined) named.get(group)?.set(name, index);
		if (planned.outcome === 'refused' || planned.outcome === 'unchanged') return planned;
		if (once && first !== undefined) {
			const problems = { [kind.nameColumn]: `is already set by row ${first}` };
			return { outcome: 'refused', rejection: { code: 'invalid_input', problems, repeats: first } };
		}
		const at = JSON.stringify([group, name]);
		if (planned.outcome === 'removed') {
			there.delete(name);
			putters.delete(at);
		} else {
			const value = withDetail(row.value as V, before);
			there.set(name, value);
			const added = !current.get(group)?.has(name);
			putters.set(at, { index, group, name, value, added });
		}
		return planned;
	});
	const pruned = prune.flatMap((group) =>
		[...(final.get(group) ?? [])].flatMap(([name, before]): Change<V>[] => {
			if (named.get(group)?.has(name)) return [];
			final.get(group)?.delete(name);
			return [{ group, name, before, after: null }];
		}),
	);
	const puts = [...putters.values()];
	if (kind.uniqueValues) refuseSharedValues(final, puts, kind, rows);
	refuseBeyondLimit(final, puts, kind, rows);
	const size = [...current.values()].reduce((sum, group) => sum + group.size, 0);
	return { rows, pruned, changes: changesBetween(current, final), final, puts, current: size };
}

/** Whether a row stays as it is. */
function same(before: RowValue, value: RowValue | null): boolean {
	return before.key === value?.key && (value.detail === undefined || value.detail === (before.detail ?? ''));
}

function withDetail<V extends RowValue>(value: V, before: V | undefined): V {
	return value.detail === undefined && before?.detail !== undefined ? { ...value, detail: before.detail } : value;
}

/** The outcome of one row whose current value is `before`. */
function judge<V extends RowValue>(
	{ action, name, value, seen }: WantedRow<V>,
	before: V | undefined,
	{ nameColumn, here }: RowKind,
): PlannedRow<V> {
	const missing = () =>
		refusedRow('not_found', nameColumn, `is not ${here}`, `${JSON.stringify(name)} is not ${here}.`);
	switch (action) {
		case 'REMOVE':
			return before ? { outcome: 'removed', before } : missing();
		case 'UNSET':
			if (!before) return { outcome: 'unchanged' };
			// If somebody else has changed the value since, the row is not removed.
			return value === null || value.key === before.key
				? { outcome: 'removed', before }
				: { outcome: 'unchanged', kept: true };
		case 'ADD':
			if (before)
				return refusedRow('conflict', nameColumn, `is already ${here}`, `${JSON.stringify(name)} is already ${here}.`);
			return { outcome: 'added' };
		case 'UPDATE':
			if (!before) return missing();
			if (seen !== undefined && seen !== before.key && value?.key !== before.key)
				return refusedRow('conflict', 'before', 'is not the current value: somebody has changed it since it was read');
			return same(before, value) && !before.off ? { outcome: 'unchanged' } : { outcome: 'changed', before };
		case 'SET':
			if (!before) return { outcome: 'added' };
			return same(before, value) ? { outcome: 'unchanged' } : { outcome: 'changed', before };
	}
}

/**
 * Rejects rows whose final value is also the final value of another row in the group. Of two rows of the request, the
 * first one wins.
 */
function refuseSharedValues<V extends RowValue>(
	final: ReadonlyMap<string, Group<V>>,
	puts: readonly Put<V>[],
	{ valueColumn, here }: RowKind,
	rows: PlannedRow<V>[],
): void {
	for (const [group, own] of Map.groupBy(puts, (put) => put.group)) {
		const changed = new Set(own.map(({ name }) => name));
		const holders = new Map<string, string>();
		for (const [name, { key }] of final.get(group) ?? []) if (!changed.has(name)) holders.set(key, name);
		for (const { index, name, value } of own.toSorted((a, b) => a.index - b.index)) {
			const holder = holders.get(value.key);
			const problem = `is already used by ${JSON.stringify(holder)} ${here}`;
			if (holder === undefined) holders.set(value.key, name);
			else rows[index] = refusedRow('conflict', valueColumn, problem, `This webhook ${problem}.`);
		}
	}
}

/** Rejects the last rows, those that would make a group exceed its limit. */
function refuseBeyondLimit<V>(
	final: ReadonlyMap<string, Group<V>>,
	puts: readonly Put<V>[],
	{ nameColumn, limit }: RowKind,
	rows: PlannedRow<V>[],
): void {
	const added = puts.filter((put) => put.added && rows[put.index]?.outcome !== 'refused');
	for (const [group, own] of Map.groupBy(added, (put) => put.group)) {
		const excess = (final.get(group)?.size ?? 0) - LIMITS.list;
		if (excess <= 0) continue;
		for (const { index } of own.toSorted((a, b) => a.index - b.index).slice(-excess))
			rows[index] = refusedRow('invalid_input', nameColumn, `cannot be added: ${limit}`);
	}
}

function changesBetween<V extends RowValue>(
	current: ReadonlyMap<string, Group<V>>,
	final: ReadonlyMap<string, Group<V>>,
): Change<V>[] {
	const changes: Change<V>[] = [];
	for (const [group, after] of final) {
		const before = current.get(group) ?? new Map<string, V>();
		for (const [name, value] of before) if (!after.has(name)) changes.push({ group, name, before: value, after: null });
		for (const [name, value] of after) {
			const was = before.get(name) ?? null;
			if (was === value || (was && same(was, value) && !was.off)) continue;
			changes.push({ group, name, before: was, after: value });
		}
	}
	return changes;
}

/** A rejected row with one problem. */
export function refusedRow(
	code: Rejection['code'],
	column: string,
	problem: string,
	message?: string,
): { outcome: 'refused'; rejection: Rejection } {
	return { outcome: 'refused', rejection: { code, problems: { [column]: problem }, ...(message && { message }) } };
}
