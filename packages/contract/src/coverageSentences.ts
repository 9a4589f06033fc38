import {
	type CoverageVerdict,
	durationText,
	EVIDENCE_NAMES,
	FAMILIES,
	isLate,
	offerOf,
	type Region,
} from '@dropwire/domain';
import type { CoverageCheck, CoverageRow } from './coverage.ts';

/** How a line writes moments, which differs between a browser, a terminal and Discord. */
export interface CoverageWords {
	/** The current time, epoch ms. */
	now: number;
	/** A moment after the word "since": `14:02 GMT+1`. */
	at: (time: number) => string;
}

/** What the format of a source is known from. */
export const KNOWN_FROM_NAMES: Readonly<Record<CoverageRow['sources'][number]['knownFrom'], string>> = {
	recordings: 'recorded answers',
	documentation: 'public documentation',
	code: 'other programs only, never tried at the shop',
};

/** The most hosts that one sentence names. */
const NAMED = 3;

/** Rows of one source with one verdict. */
interface Group {
	/** The source's name: `Nike`. */
	name: string;
	rows: readonly CoverageRow[];
	/** Set if SKUs are counted on this list only. */
	list: string | undefined;
}

/** What is so for rows of one source with one verdict. */
export function sentenceOf(verdict: CoverageVerdict, group: Group, words: CoverageWords): string {
	return SENTENCES[verdict](group, words);
}

const SENTENCES: Readonly<Record<CoverageVerdict, (group: Group, words: CoverageWords) => string>> = {
	blocked({ rows }, { at }) {
		const blocked = checksOf(rows).filter((check) => check.blocked > 0);
		const [first] = blocked.toSorted((a, b) => (a.blockedSince ?? 0) - (b.blockedSince ?? 0));
		const number = blocked.reduce((sum, check) => sum + check.blocked, 0);
		// What an external monitor reports as blocked is not watched.
		const all = blocked.reduce((sum, check) => sum + Math.max(check.watched, check.blocked), 0);
		const since = first?.blockedSince ? ` since ${at(first.blockedSince)}` : '';
		const share = `${grouped(number)} of ${counted(all, 'SKU')} ${placesOf(blocked)}`;
		return `Blocked${since}: ${first?.blockedReason ?? 'no reason known'} (${share}).`;
	},

	sold_but_unwatched({ name, rows }) {
		const active = activeOf(rows);
		const waiting = `${counted(active, 'subscription')} ${active === 1 ? 'waits' : 'wait'} in ${regionsOf(rows)}`;
		if (rows.every(({ sources }) => sources.length === 0)) {
			return `No source of Dropwire reads ${name}: ${waiting}.`;
		}
		const unlinked = Math.max(0, ...rows.map(({ lists }) => lists.reduce((sum, list) => sum + list.unlinked, 0)));
		const links = unlinked > 0 ? ` The links of ${counted(unlinked, 'listed SKU')} are not known yet.` : '';
		return `No SKU is watched: ${waiting}.${links}`;
	},

	suspect({ rows }, { at }) {
		const suspect = checksOf(rows).filter(({ suspectSince }) => suspectSince !== null);
		const [first] = suspect.toSorted((a, b) => (a.suspectSince ?? 0) - (b.suspectSince ?? 0));
		const since = first?.suspectSince ? ` since ${at(first.suspectSince)}` : '';
		return `Suspect${since}: ${first?.suspectReason ?? 'no reason known'} (${placesOf(suspect)}). The shop's format has probably changed.`;
	},

	late({ rows, list }, { now, at }) {
		const late = checksOf(rows).filter((check) => isLate(check, now));
		if (late.length > 0) {
			const round = durationText(Math.max(...late.map(({ roundMs }) => roundMs)));
			const waiting = durationText(now - Math.min(...late.map(({ waitingSince }) => waitingSince ?? now)));
			return `Late: of ${skusText(rows, list)}, one has waited for ${waiting}; a round takes ${round}.`;
		}
		const monitors = [...new Map(rows.flatMap((row) => row.monitors).map((one) => [one.name, one])).values()];
		if (monitors.length === 0) return `Late: ${skusText(rows, list)}.`;
		return monitors.map(({ name, lastAt }) => `Reported by monitor ${name}, silent since ${at(lastAt)}.`).join(' ');
	},

	watched_but_unsold({ rows, list }) {
		const off = rows.reduce((sum, { subscriptions }) => sum + subscriptions.off, 0);
		const others = off > 0 ? ` (${grouped(off)} off or paused)` : '';
		return `${skusText(rows, list)}, but no subscription is active${others}, so nothing is checked.`;
	},

	first_round({ rows, list }) {
		const checks = checksOf(rows);
		const all = checks.reduce((sum, { watched }) => sum + watched, 0);
		const never = checks.reduce((sum, { neverChecked }) => sum + neverChecked, 0);
		const round = durationText(Math.max(...checks.map(({ roundMs }) => roundMs)));
		const skus = list === undefined ? placesOf(checks) : `of ${skusText(rows, list)}`;
		return `First round: ${grouped(all - never)} of ${counted(all, 'SKU')} checked ${skus}; a round takes ${round}.`;
	},

	watched({ name, rows, list }, { now, at }) {
		const checks = checksOf(rows);
		if (checks.length > 0) {
			const never = checks.reduce((sum, { neverChecked }) => sum + neverChecked, 0);
			const round = durationText(Math.max(...checks.map(({ roundMs }) => roundMs)));
			const oldest = checks.some(({ oldestCheckAt }) => oldestCheckAt !== null);
			const age = oldest ? `oldest ${ageText(checks, now)} ago` : 'not checked yet';
			const unread = checks.reduce((sum, { blocked }) => sum + blocked, 0);
			const rest = `${oldest && never > 0 ? `, ${grouped(never)} never checked` : ''}${unread > 0 ? `, ${grouped(unread)} not read` : ''}`;
			const shared = list === undefined && rows.some(sharesSource) ? ' of all categories' : '';
			return `Watched by ${name}${howText(rows)}: ${skusText(rows, list, shared)}, each checked every ${round}, ${age}${rest}.`;
		}
		if (rows.some((row) => skusOf(row, list) > 0))
			return `${name}${howText(rows)}: ${skusText(rows, list)}, not checked yet.`;
		const monitors = rows.flatMap((row) => row.monitors).filter(({ silent }) => !silent);
		return `Reported by monitor ${monitors.map((one) => `${one.name} (last call ${at(one.lastAt)})`).join(', ')}.`;
	},

	idle: () => 'Nobody waits for it.',
};

/** The number of SKUs that are checked for a row, or that its lists have while none is; or those of one list. */
export function skusOf({ checks, lists }: Pick<CoverageRow, 'checks' | 'lists'>, list?: string): number {
	if (list === undefined && checks.length > 0) return checks.reduce((sum, { watched }) => sum + watched, 0);
	return lists.filter((one) => list === undefined || one.list === list).reduce((sum, { skus }) => sum + skus, 0);
}

/** `12 SKUs in US, JP`, `3 to 12 SKUs in US, JP`, `2 SKUs at a.example, b.example`. */
function skusText(rows: readonly CoverageRow[], list: string | undefined, shared = ''): string {
	const numbers = rows.map((row) => skusOf(row, list));
	const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
	const count = min === max ? '' : `${grouped(min)} to `;
	const checks = rows.flatMap((row) => row.checks.map((check) => ({ ...check, region: row.region })));
	return `${count}${counted(max, 'SKU')}${shared} ${checks.length > 0 && list === undefined ? placesOf(checks) : `in ${regionsOf(rows)}`}`;
}

/** Whether the brand has other categories with the same source. Which of its SKUs are in which one is known once they are read. */
function sharesSource({ brand, category }: CoverageRow): boolean {
	const isSame = (other: { brand: string; category: string }) =>
		other.brand === brand && offerOf(other.category) === offerOf(category);
	return FAMILIES.filter((family) => family.routes !== null && isSame(family)).length > 1;
}

/** ` (per size, from its pages)`; empty without a source. */
function howText(rows: readonly CoverageRow[]): string {
	const [source] = rows.flatMap(({ sources }) => sources);
	if (!source) return '';
	return ` (${EVIDENCE_NAMES[source.evidence]}, ${source.byLink ? 'from its pages' : 'by SKU'})`;
}

interface PlacedCheck extends CoverageCheck {
	region: Region;
}

/** The checks of the rows; those that rows of one source share, once. */
function checksOf(rows: readonly CoverageRow[]): PlacedCheck[] {
	const placed = rows.flatMap(({ region, checks }) => checks.map((check) => ({ ...check, region })));
	return [...new Map(placed.map((one) => [`${one.source} ${one.region} ${one.host}`, one])).values()];
}

/** `in US, JP`, or `at a.example, b.example and 2 more`. */
function placesOf(checks: readonly PlacedCheck[]): string {
	const hosts = [...new Set(checks.flatMap(({ host }) => host ?? []))];
	if (hosts.length === 0) return `in ${[...new Set(checks.map(({ region }) => region))].join(', ')}`;
	const rest = hosts.length - NAMED;
	return `at ${hosts.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The age of the oldest check. */
function ageText(checks: readonly CoverageCheck[], now: number): string {
	return durationText(now - Math.min(...checks.map(({ oldestCheckAt }) => oldestCheckAt ?? now)));
}

function regionsOf(rows: readonly CoverageRow[]): string {
	return [...new Set(rows.map(({ region }) => region))].join(', ');
}

function activeOf(rows: readonly CoverageRow[]): number {
	return rows.reduce((sum, { subscriptions }) => sum + subscriptions.active, 0);
}

function grouped(count: number): string {
	return count.toLocaleString('en');
}

/** `1 SKU`, `1,200 SKUs`. */
export function counted(count: number, one: string): string {
	return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}
