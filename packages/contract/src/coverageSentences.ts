import {
	counted,
	type CoverageVerdict,
	durationText,
	EVIDENCE_NAMES,
	PRODUCT_FAMILIES,
	isLate,
	offerOf,
} from '@dropwire/domain';
import type { CoverageRow } from './coverage.ts';
import { type CoverageFacts, coverageFacts, hostsOf, sum } from './coverageFacts.ts';

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
		const { blocked, unread } = coverageFacts(rows);
		// What an external monitor reports as blocked is not watched.
		const all = sum(blocked.checks.map((check) => Math.max(check.watched, check.blocked)));
		const share = `${grouped(unread)} of ${counted(all, 'SKU')} ${placesOf(blocked.checks)}`;
		return `Blocked${sinceText(blocked, at)}: ${blocked.reason ?? 'no reason known'} (${share}).`;
	},

	sold_but_unwatched({ name, rows }) {
		const { active, regions } = coverageFacts(rows);
		const waiting = `${counted(active, 'subscription')} ${active === 1 ? 'waits' : 'wait'} in ${regions.join(', ')}`;
		if (rows.every(({ sources }) => sources.length === 0)) {
			return `No source of Dropwire reads ${name}: ${waiting}.`;
		}
		const unlinked = Math.max(0, ...rows.map(({ lists }) => sum(lists.map((list) => list.unlinked))));
		const links = unlinked > 0 ? ` The links of ${counted(unlinked, 'listed SKU')} are not known yet.` : '';
		return `No SKU is watched: ${waiting}.${links}`;
	},

	suspect({ rows }, { at }) {
		const { suspect } = coverageFacts(rows);
		return `Suspect${sinceText(suspect, at)}: ${suspect.reason ?? 'no reason known'} (${placesOf(suspect.checks)}). The shop's format has probably changed.`;
	},

	late({ rows, list }, { now, at }) {
		const facts = coverageFacts(rows, list);
		const late = facts.checks.filter((check) => isLate(check, now));
		if (late.length > 0) {
			const round = durationText(Math.max(...late.map(({ roundMs }) => roundMs)));
			const waiting = durationText(now - Math.min(...late.map(({ waitingSince }) => waitingSince ?? now)));
			return `Late: of ${skusText(facts, list)}, one has waited for ${waiting}; a round takes ${round}.`;
		}
		const monitors = [...new Map(rows.flatMap((row) => row.monitors).map((one) => [one.name, one])).values()];
		if (monitors.length === 0) return `Late: ${skusText(facts, list)}.`;
		return monitors.map(({ name, lastAt }) => `Reported by monitor ${name}, silent since ${at(lastAt)}.`).join(' ');
	},

	watched_but_unsold({ rows, list }) {
		const facts = coverageFacts(rows, list);
		const others = facts.off > 0 ? ` (${grouped(facts.off)} off or paused)` : '';
		return `${skusText(facts, list)}, but no subscription is active${others}, so nothing is checked.`;
	},

	first_round({ rows, list }) {
		const facts = coverageFacts(rows, list);
		const { checks, neverChecked, roundMs } = facts;
		const all = sum(checks.map(({ watched }) => watched));
		const skus = list === undefined ? placesOf(checks) : `of ${skusText(facts, list)}`;
		return `First round: ${grouped(all - neverChecked)} of ${counted(all, 'SKU')} checked ${skus}; a round takes ${durationText(roundMs)}.`;
	},

	watched({ name, rows, list }, { now, at }) {
		const facts = coverageFacts(rows, list);
		const { checks, neverChecked: never, unread, oldestCheckAt: oldest, roundMs } = facts;
		if (checks.length > 0) {
			const age = oldest === null ? 'not checked yet' : `oldest ${durationText(now - oldest)} ago`;
			const rest = `${oldest !== null && never > 0 ? `, ${grouped(never)} never checked` : ''}${unread > 0 ? `, ${grouped(unread)} not read` : ''}`;
			const shared = list === undefined && rows.some(sharesSource) ? ' of all categories' : '';
			return `Watched by ${name}${howText(rows)}: ${skusText(facts, list, shared)}, ${oftenText(rows, roundMs)}, ${age}${rest}.`;
		}
		if (facts.skus.max > 0) return `${name}${howText(rows)}: ${skusText(facts, list)}, not checked yet.`;
		const monitors = rows.flatMap((row) => row.monitors).filter(({ silent }) => !silent);
		return `Reported by monitor ${monitors.map((one) => `${one.name} (last call ${at(one.lastAt)})`).join(', ')}.`;
	},

	idle: () => 'Nobody waits for it.',
};

/** `each checked every 30 s`, or how often where the next change is expected and on average. */
function oftenText(rows: readonly CoverageRow[], roundMs: number): string {
	const learned = rows.flatMap(({ interval }) => (interval?.reason === 'learned' ? interval.ms : []));
	if (learned.length === 0) return `each checked every ${durationText(roundMs)}`;
	const average = `checked every ${durationText(roundMs)} on average`;
	const fastest = Math.min(...learned);
	return fastest < roundMs ? `${average}, every ${durationText(fastest)} where a change is expected now` : average;
}

function sinceText({ since }: { since: number | null }, at: CoverageWords['at']): string {
	return since === null ? '' : ` since ${at(since)}`;
}

/** `12 SKUs in US, JP`, `3 to 12 SKUs in US, JP`, `2 SKUs at a.example, b.example`. */
function skusText(
	{ skus: { min, max }, checks, regions }: CoverageFacts,
	list: string | undefined,
	shared = '',
): string {
	const count = min === max ? '' : `${grouped(min)} to `;
	const places = checks.length > 0 && list === undefined ? placesOf(checks) : `in ${regions.join(', ')}`;
	return `${count}${counted(max, 'SKU')}${shared} ${places}`;
}

/** Whether the brand has other categories with the same source. Which of its SKUs are in which one is known once they are read. */
function sharesSource({ brand, category }: CoverageRow): boolean {
	const isSame = (other: { brand: string; category: string }) =>
		other.brand === brand && offerOf(other.category) === offerOf(category);
	return PRODUCT_FAMILIES.filter(isSame).length > 1;
}

/** ` (per size, from its pages)`; empty without a source. */
function howText(rows: readonly CoverageRow[]): string {
	const [source] = rows.flatMap(({ sources }) => sources);
	if (!source) return '';
	return ` (${EVIDENCE_NAMES[source.evidence]}, ${source.byLink ? 'from its pages' : 'by SKU'})`;
}

/** `in US, JP`, or `at a.example, b.example and 2 more`. */
function placesOf(checks: CoverageFacts['checks']): string {
	const hosts = hostsOf(checks);
	if (hosts.length === 0) return `in ${[...new Set(checks.map(({ region }) => region))].join(', ')}`;
	const rest = hosts.length - NAMED;
	return `at ${hosts.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function grouped(count: number): string {
	return count.toLocaleString('en');
}
