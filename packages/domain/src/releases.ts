/** The category of topics about releases. */
export const RELEASES = 'RELEASES';

const DAY_MS = 86_400_000;

/** Who named a release's date. */
export const RELEASE_ORIGINS = ['source', 'found', 'reported', 'imported'] as const;
export type ReleaseOrigin = (typeof RELEASE_ORIGINS)[number];

/** `live` from the launch on, `over` 24 hours later. */
export const RELEASE_STATES = ['announced', 'live', 'over', 'cancelled'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

/** An earlier date of a release: when it was replaced, and by which. Epoch ms. */
export interface ReleaseMove {
	at: number;
	from: number;
	to: number;
}

/** Limits of the calendar (contract: "Releases"). */
export const RELEASE_LIMITS = {
	/** A date further ahead is a placeholder. */
	aheadMs: 180 * DAY_MS,
	/** How long a release is live. */
	liveMs: DAY_MS,
	/** How long calendars keep what is over or cancelled. */
	calendarPastMs: 30 * DAY_MS,
	/** The default range of a list, before and after now. */
	listPastMs: DAY_MS,
	listAheadMs: 30 * DAY_MS,
	page: 100,
	/** Characters of a search. */
	query: 200,
	rows: 10_000,
	/** Events of a calendar, the earliest ones. */
	calendar: 10_000,
	moves: 50,
	/** Discord's scheduled events that the bot keeps in a server, of the 100 that Discord allows. */
	scheduledEvents: 80,
} as const;

/** The state of a release at a moment, epoch ms. */
export function releaseState(
	{ launchAt, cancelledAt }: { launchAt: number; cancelledAt: number | null },
	now: number,
): ReleaseState {
	if (cancelledAt !== null) return 'cancelled';
	if (now < launchAt) return 'announced';
	return now < launchAt + RELEASE_LIMITS.liveMs ? 'live' : 'over';
}
