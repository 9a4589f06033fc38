import type { Region } from '@dropwire/domain';
import type { CoverageCheck, CoverageRow } from './coverage.ts';

interface PlacedCheck extends CoverageCheck {
	region: Region;
}

/** The checks with one problem, and since when and why the first of them has had it. */
interface Problem {
	checks: readonly PlacedCheck[];
	since: number | null;
	reason: string | null;
}

/** What a text says about rows of one source with one verdict, in any language. */
export interface CoverageFacts {
	/** Those that rows of one source share, once. */
	checks: readonly PlacedCheck[];
	hosts: readonly string[];
	regions: readonly Region[];
	/** The smallest and the largest number of SKUs of a row. */
	skus: { min: number; max: number };
	/** Subscriptions, as in the rows. */
	active: number;
	off: number;
	neverChecked: number;
	unread: number;
	/** The longest round, ms. */
	roundMs: number;
	oldestCheckAt: number | null;
	blocked: Problem;
	suspect: Problem;
}

/** @param list set if SKUs are counted on this list only */
export function coverageFacts(rows: readonly CoverageRow[], list?: string): CoverageFacts {
	const placed = rows.flatMap(({ region, checks }) => checks.map((check) => ({ ...check, region })));
	const checks = [...new Map(placed.map((one) => [`${one.source} ${one.region} ${one.host}`, one])).values()];
	const numbers = rows.map((row) => skusOf(row, list));
	const blocked = checks.filter((check) => check.blocked > 0);
	const suspect = checks.filter(({ suspectSince }) => suspectSince !== null);
	const [firstBlocked] = blocked.toSorted((a, b) => (a.blockedSince ?? 0) - (b.blockedSince ?? 0));
	const [firstSuspect] = suspect.toSorted((a, b) => (a.suspectSince ?? 0) - (b.suspectSince ?? 0));
	return {
		checks,
		hosts: hostsOf(checks),
		regions: [...new Set(rows.map(({ region }) => region))],
		skus: { min: Math.min(...numbers), max: Math.max(...numbers) },
		active: sum(rows.map(({ subscriptions }) => subscriptions.active)),
		off: sum(rows.map(({ subscriptions }) => subscriptions.off)),
		neverChecked: sum(checks.map(({ neverChecked }) => neverChecked)),
		unread: sum(blocked.map((check) => check.blocked)),
		roundMs: Math.max(0, ...checks.map(({ roundMs }) => roundMs)),
		oldestCheckAt: oldestCheckOf({ checks }),
		blocked: {
			checks: blocked,
			since: firstBlocked?.blockedSince ?? null,
			reason: firstBlocked?.blockedReason ?? null,
		},
		suspect: {
			checks: suspect,
			since: firstSuspect?.suspectSince ?? null,
			reason: firstSuspect?.suspectReason ?? null,
		},
	};
}

/** The number of SKUs that are checked for a row, or that its lists have while none is; or those of one list. */
export function skusOf({ checks, lists }: Pick<CoverageRow, 'checks' | 'lists'>, list?: string): number {
	if (list === undefined && checks.length > 0) return sum(checks.map(({ watched }) => watched));
	return sum(lists.filter((one) => list === undefined || one.list === list).map(({ skus }) => skus));
}

/** The age of the oldest check of a row; null before the first, and where nothing is checked. */
export function oldestCheckOf({ checks }: { checks: readonly CoverageCheck[] }): number | null {
	const times = checks.flatMap(({ oldestCheckAt }) => oldestCheckAt ?? []);
	return times.length > 0 ? Math.min(...times) : null;
}

/** The hosts of checks; empty for sources that are one shop. */
export function hostsOf(checks: readonly CoverageCheck[]): string[] {
	return [...new Set(checks.flatMap(({ host }) => host ?? []))];
}

export function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
