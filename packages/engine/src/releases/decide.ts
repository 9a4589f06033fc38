import { RELEASE_LIMITS, type ReleaseKind, type ReleaseMove, type ReleaseOrigin } from '@dropwire/domain';

/** When a product is released, and what became of earlier dates. Times are epoch ms. */
export interface ReleaseDates {
	launchAt: number;
	cancelledAt: number | null;
	origin: ReleaseOrigin;
	/** When it became known, the last time after it was cancelled, and when its current date did. */
	announcedAt: number;
	datedAt: number;
	/** How often the date or the state has changed. */
	sequence: number;
	/** Its earlier dates, oldest first. */
	moves: readonly ReleaseMove[];
}

/** What a shop, a monitor or an import says about a product's launch. */
export interface Statement {
	/** Null if it names none. */
	launchAt: number | null;
	/** Whether it says that the product will not be sold: then it names no launch, and an import calls off the one it names. */
	isOff: boolean;
	origin: ReleaseOrigin;
}

/** The new dates of a release, and the event that follows; null for none. */
export interface ReleaseDecision<Known extends ReleaseDates> {
	/** The release that changes; null for a new one. */
	known: Known | null;
	dates: ReleaseDates;
	event: ReleaseKind | null;
}

/**
 * What a statement changes in the releases of a product in a region. Pure: the same statement and releases always give the
 * same decision. A date that a shop or a monitor names replaces that of an import, never the other way round.
 * @param releases all of the product in the region
 * @returns null if it changes no date and no state
 */
export function decideRelease<Known extends ReleaseDates>(
	releases: readonly Known[],
	statement: Statement,
	now: number,
): ReleaseDecision<Known> | null {
	const { origin, isOff } = statement;
	const known = releases.reduce<Known | null>(
		(last, one) => (last && last.launchAt >= one.launchAt ? last : one),
		null,
	);
	const isImport = origin === 'imported';
	const launchAt = isOff ? null : launchNamed(statement.launchAt, isImport, now);
	if (isImport) {
		const same = releases.find((one) => one.launchAt === statement.launchAt);
		if (same ? !changesImport(same, isOff, now) : launchAt === null) return null;
		if (launchAt !== null && launchAt <= now)
			return { known: null, dates: newDates(launchAt, origin, now), event: null };
		if (known && known.launchAt > now && known.origin !== 'imported') return null;
	}
	if (known === null || known.launchAt <= now) {
		if (launchAt !== null && launchAt > now)
			return { known: null, dates: newDates(launchAt, origin, now), event: 'ANNOUNCED' };
		// The same date, which was called off before its moment, was right after all.
		if (known?.cancelledAt != null && launchAt === known.launchAt)
			return { known, dates: { ...again(known, launchAt, origin, now) }, event: null };
		return null;
	}
	if (known.cancelledAt !== null) {
		if (launchAt === null || isTaken(releases, known, launchAt)) return null;
		return { known, dates: again(known, launchAt, origin, now), event: launchAt > now ? 'ANNOUNCED' : null };
	}
	if (launchAt === null || isTaken(releases, known, launchAt)) {
		// A shop that says nothing about a date does not contradict an import, which is for what shops do not say.
		if (known.origin === 'imported' && !isOff) return null;
		const dates = { ...known, origin, cancelledAt: now, sequence: known.sequence + 1 };
		return { known, dates, event: 'CANCELLED' };
	}
	if (launchAt !== known.launchAt) return { known, dates: { ...moved(known, launchAt, now), origin }, event: 'MOVED' };
	return known.origin === 'imported' && !isImport ? { known, dates: { ...known, origin }, event: null } : null;
}

/**
 * The date, unless it is a placeholder. A shop whose date is long over names no launch: some go on naming when they first
 * had the product. An import can be of past releases.
 */
function launchNamed(launchAt: number | null, isImport: boolean, now: number): number | null {
	if (launchAt === null || launchAt > now + RELEASE_LIMITS.aheadMs) return null;
	return isImport || launchAt > now - RELEASE_LIMITS.liveMs ? launchAt : null;
}

/** Whether another release of the product has the date: that is the one which the statement is about. */
function isTaken<Known extends ReleaseDates>(releases: readonly Known[], known: Known, launchAt: number): boolean {
	return releases.some((one) => one !== known && one.launchAt === launchAt);
}

/** Whether an import calls off a date that an import named, or names it again. What is over stays as it is. */
function changesImport({ launchAt, origin, cancelledAt }: ReleaseDates, isOff: boolean, now: number): boolean {
	return launchAt > now && origin === 'imported' && isOff === (cancelledAt === null);
}

function newDates(launchAt: number, origin: ReleaseOrigin, now: number): ReleaseDates {
	return { launchAt, cancelledAt: null, origin, announcedAt: now, datedAt: now, sequence: 0, moves: [] };
}

function moved(known: ReleaseDates, launchAt: number, now: number): ReleaseDates {
	const moves = [...known.moves, { at: now, from: known.launchAt, to: launchAt }].slice(-RELEASE_LIMITS.moves);
	return { ...known, launchAt, datedAt: now, sequence: known.sequence + 1, moves };
}

function again(known: ReleaseDates, launchAt: number, origin: ReleaseOrigin, now: number): ReleaseDates {
	const dates = launchAt === known.launchAt ? { ...known, sequence: known.sequence + 1 } : moved(known, launchAt, now);
	return { ...dates, origin, cancelledAt: null, announcedAt: now, datedAt: now };
}
