import type { CheckKind } from '@dropwire/domain';
import type { Answer, ProductSnapshot } from '@dropwire/retailers';
import { compare, type Comparison, isAroundLaunch, isBuyable, isFarAhead, isOnSale, statesEntered } from './compare.ts';
import { otherProduct, reasonOf } from './identity.ts';
import { confirmSizes, type GoneSizes, withKnownStock, withNewNames } from './sizes.ts';

/** A product's state in a region before a check. */
export interface PreviousState {
	/** Null if the product was gone at the last check. */
	snapshot: ProductSnapshot | null;
	/**
	 * The number of consecutive checks that found the product gone while the snapshot is kept; infinite for a report that
	 * needs no second.
	 */
	goneChecks: number;
	/** The sizes of the snapshot that the last check found gone; unset for none. */
	goneSizes?: GoneSizes | undefined;
	/** When a stock event of the product was last published, epoch ms; null for never. */
	stockPublishedAt: number | null;
	/** When the product was last checked, epoch ms. */
	checkedAt: number;
	/** When a check last found that the product had become buyable, epoch ms; null for never. */
	buyableSince: number | null;
}

interface Before {
	/** The stored snapshot with the names that its sizes have in the answer; unset where those are the same. */
	before?: ProductSnapshot;
}

/** What is stored after a check. */
export interface NewState extends Before {
	snapshot: ProductSnapshot | null;
	buyableSince: number | null;
	/** See `PreviousState`; only in memory, so a restart costs one more check. */
	goneSizes?: GoneSizes | undefined;
}

/** The result of a check. */
export type Decision =
	/**
	 * Nothing changed, or the change is not confirmed yet: the snapshot is kept. `isSettled`: nothing changed, so the same
	 * answer needs no comparison next time, although it may state less than the snapshot. `found`: what the check found,
	 * set in the quiet time of stock events, in which history has changes that the snapshot does not have.
	 */
	| Same
	/** The first answer, or the first after a long pause: stored, but not published. */
	| ({ kind: 'baseline' } & NewState)
	/** A change that is not an event: stored, but not published. */
	| ({ kind: 'quiet' } & NewState)
	| ({ kind: 'news'; event: CheckKind } & NewState)
	| { kind: 'blocked'; reason: string };

interface Same extends Before {
	kind: 'same';
	goneChecks: number;
	goneSizes?: GoneSizes | undefined;
	isSettled?: true;
	/** A change of stock is held back, because the last one was a moment ago. */
	tooSoon?: true;
	found?: ProductSnapshot | null;
}

/** An external monitor counts as silent when it has missed this many calls. */
export const MISSED_CALLS = 3;
/** Nike's feed drops a product briefly after a change: it counts as gone after this many consecutive checks. */
const GONE_CHECKS = 2;
/** The minimum time between stock events of one product, ms. Changes within this time are published together. */
export const STOCK_QUIET_MS = 60_000;

/** How far the clock of a shop can be ahead, ms. */
const LARGEST_SKEW_MS = 10_000;

/** After a longer pause, or after `MISSED_CALLS` of a monitor that calls less often, the next check is a new baseline: its changes are no news, ms. */
const LONGEST_PAUSE_MS = 86_400_000;

/** By how much the clock was set forward since it showed a time, ms. */
export type JumpedSince = (time: number) => number;

/** What a check knows besides its answer and the product's state. */
export type CheckFacts = Omit<Comparison, 'previousAt' | 'buyableSince'> & {
	quietMs?: number;
	/** How often the product is checked, ms; 0 for several times a day. */
	everyMs?: number | undefined;
	/** Since when the external monitor that reports the product has called without a long pause, epoch ms; unset if it has not. */
	aliveSince?: number | undefined;
	jumpedSince?: JumpedSince | undefined;
	/** Whether the product is read at a link, which can show another one. */
	byLink?: boolean;
	/** The external monitor whose report the answer is, empty for one without a name; unset for our source. */
	reportedBy?: string | undefined;
	/** Whether our source checks the product that an external monitor reports, too: a launch that it named stays its own. */
	isPolled?: boolean | undefined;
};

/**
 * Interprets an answer. Pure: the same answer and state always give the same decision.
 * @param known null before the first answer
 */
export function evaluate(
	known: PreviousState | null,
	answer: Answer,
	{
		quietMs = STOCK_QUIET_MS,
		everyMs = 0,
		aliveSince,
		jumpedSince,
		byLink = false,
		reportedBy,
		isPolled,
		...facts
	}: CheckFacts,
): Decision {
	if (answer.kind === 'blocked') return { kind: 'blocked', reason: reasonOf(answer, known?.snapshot ?? null) };
	const other = byLink && answer.kind === 'read' && known && otherProduct(known.snapshot, answer);
	if (other) return { kind: 'blocked', reason: other };
	const { at } = facts;
	const answered = answer.kind === 'read' ? withKnownFacts(known, answer.snapshot, { at, reportedBy, isPolled }) : null;
	if (known === null || isAfterPause(known, Math.min(at, aliveSince ?? at), { everyMs, jumpedSince })) {
		return { kind: 'baseline', snapshot: answered, buyableSince: buyableSince(known, answered, at) };
	}
	const { snapshot: stored, stockPublishedAt } = known;
	const before = stored && answered ? withNewNames(stored, answered) : stored;
	const { snapshot: after, goneSizes } =
		before && answered
			? confirmSizes(
					before,
					withKnownStock(before, answered, { at, buyableSince: known.buyableSince }),
					known.goneSizes,
				)
			: { snapshot: answered };
	if (after === null && before !== null && !isSurelyGone(before, known.goneChecks + 1, at)) {
		return { kind: 'same', goneChecks: known.goneChecks + 1 };
	}
	const renamed = before !== null && before !== stored ? { before } : {};
	const state: NewState = { ...renamed, snapshot: after, buyableSince: buyableSince(known, after, at), goneSizes };
	const isSame = after === stored || JSON.stringify(after) === JSON.stringify(stored);
	// An unchanged product becomes buyable at its launch.
	const same: Same = { ...renamed, kind: 'same', goneChecks: 0, goneSizes };
	if (isSame && state.buyableSince === known.buyableSince) {
		const settled: Same = goneSizes === undefined ? { ...same, isSettled: true } : same;
		return wasInQuietTime(known, quietMs) ? { ...settled, found: after } : settled;
	}
	// A monitor that reports only changes confirmed the product with its last call.
	const previousAt = aliveSince === undefined ? known.checkedAt : Math.max(known.checkedAt, at - everyMs);
	const event = compare(before, after, { ...facts, previousAt, buyableSince: known.buyableSince });
	if (event === null) return { kind: 'quiet', ...state };
	// What sold out is shown at once: it edits the product's message. What can be had in another way is a restock for some.
	const soldOut = isBuyable(before, known.checkedAt) && !isBuyable(after, at);
	// A time far in the future dates from before the clock was set back.
	const isQuiet = stockPublishedAt !== null && Math.abs(at - stockPublishedAt) < quietMs;
	const tooSoon = event === 'STOCK' && !soldOut && isQuiet && statesEntered(before, after).size === 0;
	// Keeps the snapshot: differences that remain after the quiet time are published then; reverted changes are not.
	return tooSoon ? { ...same, tooSoon, found: after } : { kind: 'news', event, ...state };
}

/** Whether the last check was in the quiet time of stock events, so that what it found may not be stored. */
export function wasInQuietTime(
	{ stockPublishedAt, checkedAt }: Pick<PreviousState, 'stockPublishedAt' | 'checkedAt'>,
	quietMs = STOCK_QUIET_MS,
): boolean {
	return stockPublishedAt !== null && Math.abs(checkedAt - stockPublishedAt) < quietMs;
}

/**
 * Whether a check is the first one after a pause that is too long for its changes to be news.
 * @param facts `everyMs`: how often the external monitor that reports the product calls; 0 for none
 */
export function isAfterPause(
	{ checkedAt }: Pick<PreviousState, 'checkedAt'>,
	at: number,
	{ everyMs = 0, jumpedSince }: Pick<CheckFacts, 'everyMs' | 'jumpedSince'> = {},
): boolean {
	const longest = Math.max(LONGEST_PAUSE_MS, MISSED_CALLS * everyMs);
	return at - checkedAt > longest && at - checkedAt - (jumpedSince?.(checkedAt) ?? 0) > longest;
}

/** Whether this number of checks in a row is enough. Around a launch, checks follow within seconds, so no number is. */
function isSurelyGone(before: ProductSnapshot, checks: number, at: number): boolean {
	return checks === Number.POSITIVE_INFINITY || (checks >= GONE_CHECKS && !isAroundLaunch(before, at));
}

/**
 * The answer; what it no longer states is as it was: unknown is never news. A price that it does not state is stored with
 * the time of the last check that read it, so that nobody takes it for the current one.
 */
function withKnownFacts(
	known: PreviousState | null,
	answered: ProductSnapshot,
	{ at, reportedBy, isPolled = false }: Pick<CheckFacts, 'at' | 'reportedBy' | 'isPolled'>,
): ProductSnapshot {
	const before = known?.snapshot ?? null;
	const price = answered.price ?? before?.price ?? null;
	const priceAt = answered.price === null && price !== null ? (before?.priceAt ?? known?.checkedAt) : undefined;
	const isOthers = isOthersDate(before, answered, { at, reportedBy, isPolled });
	// Our source says that it has been sold for long.
	const isStale = isOthers && reportedBy === undefined;
	const said = isOthers ? null : answered.launchAt;
	const stated = isStale ? null : (said ?? pastLaunch(before, answered, at));
	// A launch ahead is called off only by who named it last, a monitor or our source: others may not know of launches.
	const foreign = stated === null && before?.launchBy !== reportedBy ? before : null;
	const launchAt = stated ?? foreign?.launchAt ?? null;
	const isAsBefore = before?.launchAt === launchAt;
	const namesOne = said !== null && said > at;
	// A monitor takes over a date that our source has named only if that does not check the product.
	const takesOver = namesOne && !(isPolled && before?.launchBy === undefined);
	const namedBy = said === null && launchAt !== null ? before?.launchBy : undefined;
	const launchBy = isAsBefore && !takesOver ? before.launchBy : namesOne ? reportedBy : namedBy;
	// What our source sells is for sale, whatever date a monitor names.
	const isAgain = isPolled && namesOne && reportedBy !== undefined && isBuyable(before, at);
	const launchIsAgain = isStale || (isAsBefore ? launchBy !== undefined && before.launchIsAgain : isAgain);
	const entriesUntil = answered.entriesUntil ?? foreign?.entriesUntil;
	const wasPlaceholder = before?.launchIsPlaceholder === true && isAsBefore;
	const launchIsPlaceholder = wasPlaceholder || isFarAhead({ launchAt }, at);
	// What a monitor took off sale is listed by a shop without statuses once our source reads it there.
	const isStatusKept = before !== null && (reportedBy !== undefined || isOnSale(before));
	return {
		...answered,
		status: answered.status ?? (isStatusKept ? before.status : null),
		price,
		...(priceAt !== undefined && { priceAt }),
		launchAt,
		...(launchIsPlaceholder && { launchIsPlaceholder }),
		...(launchIsAgain && { launchIsAgain }),
		launchMethod: answered.launchMethod ?? foreign?.launchMethod ?? null,
		...(entriesUntil !== undefined && { entriesUntil }),
		...(launchBy !== undefined && { launchBy }),
	};
}

/**
 * Whether an answer names another date than the one that counts: a monitor does not move the date that our source names while
 * it checks the product, and a shop that goes on naming when it first had a product does not call off its next release.
 */
function isOthersDate(
	before: ProductSnapshot | null,
	{ launchAt }: ProductSnapshot,
	{ at, reportedBy, isPolled }: Pick<CheckFacts, 'at' | 'reportedBy' | 'isPolled'>,
): boolean {
	if (before === null || before.launchAt === null || launchAt === null || before.launchBy === reportedBy) return false;
	if (reportedBy === undefined) return launchAt <= at && launchAt < before.launchAt;
	return isPolled === true && before.launchBy === undefined && (before.launchAt > at || launchAt <= at);
}

/**
 * The launch of a product whose shop states none any more, because the sale has begun: some shops name it only until then.
 * Null for one that was cancelled, or whose date is missing while it is ahead.
 */
function pastLaunch(before: ProductSnapshot | null, answered: ProductSnapshot, at: number): number | null {
	if (before === null || before.launchAt === null) return null;
	const { launchAt, available, launchIsAgain } = before;
	if (launchIsAgain && launchAt > at) return null;
	// Stock can be listed days before a launch: that it is for sale says something only if it was not, or at the launch.
	const isOnSale = isBuyable(answered, at) && (!available || launchAt <= at + LARGEST_SKEW_MS);
	return launchAt <= at || isOnSale ? Math.min(launchAt, at) : null;
}

function buyableSince(known: PreviousState | null, after: ProductSnapshot | null, at: number): number | null {
	if (!isBuyable(after, at)) return known?.buyableSince ?? null;
	const since = isBuyable(known?.snapshot ?? null, known?.checkedAt ?? at) ? (known?.buyableSince ?? at) : at;
	// A launch date can be corrected to a moment since then, which this check is the first to know.
	const launchAt = after?.launchAt ?? 0;
	return launchAt <= at && launchAt > since ? at : since;
}
