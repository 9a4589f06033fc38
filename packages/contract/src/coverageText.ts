import {
	BRANDS,
	counted,
	COVERAGE_VERDICTS,
	type CoverageVerdict,
	groupBy,
	LIST_BRANDS,
	offerOf,
} from '@dropwire/domain';
import type { Coverage, CoverageRow } from './coverage.ts';
import { skusOf } from './coverageFacts.ts';
import { type CoverageWords, sentenceOf } from './coverageSentences.ts';

/** One true sentence about what feeds some topics, and what it is about. */
export interface CoverageLine {
	verdict: CoverageVerdict;
	text: string;
}

/** The name of the source of a row: `Nike`, `Nike refurbished`. Rows with one source share its lists and checks. */
export function coverageSource({ brand, category }: Pick<CoverageRow, 'brand' | 'category'>): string {
	return offerOf(category) === 'REFURBISHED' ? `${BRANDS[brand].name} refurbished` : BRANDS[brand].name;
}

/** The rows that are fed by a list. */
export function rowsOfList(rows: readonly CoverageRow[], list: string): CoverageRow[] {
	return rows.filter((row) => row.lists.some((one) => one.list === list));
}

/**
 * What feeds these rows, problems first: one sentence per source and verdict. Idle rows are only mentioned if there are no
 * others.
 * @param list the rows' SKUs are counted on this list only
 */
export function coverageLines(
	{ engines, rows }: { engines: Coverage['engines']; rows: readonly CoverageRow[] },
	words: CoverageWords,
	list?: string,
): CoverageLine[] {
	if (engines === 0) return [{ verdict: 'late', text: 'No engine is running, so nothing is checked.' }];
	const own = list === undefined ? rows : rowsOfList(rows, list);
	if (list !== undefined && own.every((row) => skusOf(row, list) === 0)) return [emptyList(own, list)];
	const groups = coverageGroups(own).filter(({ verdict }) => verdict !== 'idle');
	if (groups.length === 0) return [{ verdict: 'idle', text: idleText(own) }];
	const isMixed = new Set(own.map(coverageSource)).size > 1;
	return groups.map(({ name, verdict, rows: same }) => {
		const text = sentenceOf(verdict, { name, rows: same, list }, words);
		return { verdict, text: isMixed && !text.includes(name) ? `${name}: ${text}` : text };
	});
}

function emptyList(rows: readonly CoverageRow[], list: string): CoverageLine {
	const waiting = rows.reduce((sum, { subscriptions }) => sum + subscriptions.active, 0);
	const unwatched = rows.some(({ verdict }) => verdict === 'sold_but_unwatched');
	const brands = (LIST_BRANDS[list] ?? []).map((brand) => BRANDS[brand].name).join(' and ');
	const text =
		waiting > 0
			? `This list is empty. ${counted(waiting, 'subscription')} to ${brands} ${waiting === 1 ? 'waits' : 'wait'}.`
			: 'This list is empty, and there is no subscription.';
	return { verdict: unwatched ? 'sold_but_unwatched' : 'idle', text };
}

function idleText(rows: readonly CoverageRow[]): string {
	const off = rows.reduce((sum, { subscriptions }) => sum + subscriptions.off, 0);
	if (off > 0) return `Nothing is watched: no subscription is active (${off} off or paused).`;
	return rows.some((row) => skusOf(row) > 0)
		? 'Nothing is watched for these webhooks: no subscription is active.'
		: 'Nothing is watched: there is no SKU and no subscription.';
}

/** Rows of one source with one verdict. */
export interface CoverageGroup {
	/** The source's name, as in `coverageSource`. */
	name: string;
	verdict: CoverageVerdict;
	rows: readonly [CoverageRow, ...CoverageRow[]];
}

/** The rows by source and verdict; those that need an operator first. */
export function coverageGroups(rows: readonly CoverageRow[]): CoverageGroup[] {
	return COVERAGE_VERDICTS.flatMap((verdict) => {
		const same = rows.filter((row) => row.verdict === verdict);
		return [...groupBy(same, coverageSource)].map(([name, own]) => ({
			name,
			verdict,
			rows: own as [CoverageRow, ...CoverageRow[]],
		}));
	});
}

/** How many topics somebody subscribes to, and what becomes of them. */
function coverageSummary(rows: readonly CoverageRow[]): {
	subscribed: number;
	watched: number;
	blocked: number;
	suspect: number;
	late: number;
	unwatched: number;
} {
	const count = (verdict?: CoverageVerdict) =>
		rows
			.filter((row) => verdict === undefined || row.verdict === verdict)
			.reduce((sum, { topics }) => sum + topics.subscribed, 0);
	return {
		subscribed: count(),
		watched: count('watched'),
		blocked: count('blocked'),
		suspect: count('suspect'),
		late: count('late'),
		unwatched: count('sold_but_unwatched'),
	};
}

/** `21 of 64 subscribed topics are watched; 3 are blocked.` */
export function summaryText(rows: readonly CoverageRow[]): string {
	const { subscribed, watched, blocked, suspect, late, unwatched } = coverageSummary(rows);
	if (subscribed === 0) return 'No topic has an active subscription, so nothing has to be watched.';
	const begin = `${watched.toLocaleString('en')} of ${counted(subscribed, 'subscribed topic')} ${watched === 1 ? 'is' : 'are'} watched`;
	const rest = [
		[blocked, 'blocked'],
		[suspect, 'suspect'],
		[late, 'late'],
		[unwatched, 'sold but unwatched'],
	] as const;
	return `${[begin, ...rest.filter(([n]) => n > 0).map(([n, what]) => `${n.toLocaleString('en')} ${what}`)].join('; ')}.`;
}
