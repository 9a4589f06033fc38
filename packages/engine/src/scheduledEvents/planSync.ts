import type { StoredRow } from '@dropwire/db';
import { RELEASE_LIMITS } from '@dropwire/domain';
import { markOf, releaseIn, type Scheduled } from './composeScheduled.ts';

/** Discord's limit of a server's events that are scheduled or take place (its documentation, "Guild Scheduled Event"). */
export const MAX_EVENTS = 100;
/** Shorter before its start an event is neither made nor deleted, ms: Discord rejects a start in the past. */
export const MARGIN_MS = 60_000;

/** Starts that differ by less are the same, ms: Discord need not keep parts of a second. */
const SAME_MS = 1000;

/** An event of a server, as Discord lists it: those that are scheduled or take place. */
export interface Listed {
	id: string;
	/** Null for events of the time before Discord noted it. */
	creator_id?: string | null;
	description?: string | null;
	scheduled_start_time: string;
}

export type StoredEvent = Pick<StoredRow<'scheduled_events'>, 'releaseId' | 'eventId' | 'version' | 'startsAt'>;

/** An event at Discord, and the release in its description. */
export interface Own {
	eventId: string;
	releaseId: number;
}

export interface Sync {
	/** Releases whose event somebody deleted in Discord: they get no other one. */
	dismissed: number[];
	/** Releases of which nothing has to be known any more. */
	forgotten: number[];
	/** Events of releases that are not wanted, and second events of one. */
	superfluous: Own[];
	/** Events that differ from their release, and those whose id was not stored. */
	outdated: { eventId: string; scheduled: Scheduled }[];
	missing: Scheduled[];
	/** The number of releases without an event because the server has as many as Discord allows. */
	withoutSpace: number;
}

export interface SyncInput {
	/** The releases that the server can have events of, the earliest first. */
	wanted: readonly Scheduled[];
	stored: readonly StoredEvent[];
	listed: readonly Listed[];
	/** The creator of the bot's events. */
	botId: string;
	/** Whether events that take place stay. */
	keepsRunning: boolean;
	/** Epoch ms. */
	now: number;
}

/** Says what makes a server's events those of its releases. */
export function planSync({ wanted, stored, listed, botId, keepsRunning, now }: SyncInput): Sync {
	const own = listed.flatMap((event) => {
		const releaseId = event.creator_id === botId ? releaseIn(event.description) : null;
		const startsAt = Date.parse(event.scheduled_start_time);
		return releaseId === null ? [] : [{ eventId: event.id, releaseId, startsAt }];
	});
	const rows = new Map(stored.map((row) => [row.releaseId, row]));
	const eventOf = new Map<number, (typeof own)[number]>();
	for (const event of own) {
		const { eventId, releaseId } = event;
		if (!eventOf.has(releaseId) || rows.get(releaseId)?.eventId === eventId) eventOf.set(releaseId, event);
	}

	const upcoming = new Set(wanted.map(({ releaseId }) => releaseId));
	const gone = stored.filter(({ releaseId }) => !eventOf.has(releaseId));
	const [forgotten, dismissed] = divide(
		gone,
		({ releaseId, eventId, startsAt }) => !upcoming.has(releaseId) && (eventId !== null || startsAt <= now),
	);
	const isDismissed = new Set(dismissed.map(({ releaseId }) => releaseId));

	const [running, scheduled] = divide(
		own,
		({ releaseId, startsAt }) => keepsRunning && !upcoming.has(releaseId) && startsAt <= now + MARGIN_MS,
	);
	const kept = wanted
		.filter(({ releaseId }) => !isDismissed.has(releaseId))
		.slice(0, Math.max(0, RELEASE_LIMITS.scheduledEvents - running.length));
	const isKept = new Set(kept.map(({ releaseId }) => releaseId));
	const superfluous = scheduled.filter(
		({ releaseId, eventId }) => !isKept.has(releaseId) || eventOf.get(releaseId)?.eventId !== eventId,
	);
	const missing = kept.filter(({ releaseId }) => !eventOf.has(releaseId));
	const space = Math.max(0, MAX_EVENTS - listed.length + superfluous.length);
	return {
		dismissed: dismissed.filter(({ eventId }) => eventId !== null).map(({ releaseId }) => releaseId),
		forgotten: forgotten.map(({ releaseId }) => releaseId),
		superfluous,
		outdated: kept.flatMap((one) => {
			const event = eventOf.get(one.releaseId);
			if (!event) return [];
			const { eventId, startsAt } = event;
			const row = rows.get(one.releaseId);
			const isOnTime = Math.abs(startsAt - one.startsAt) < SAME_MS;
			const isSame = isOnTime && row?.eventId === eventId && row.version === one.version;
			return isSame ? [] : [{ eventId, scheduled: one }];
		}),
		missing: missing.slice(0, space),
		withoutSpace: Math.max(0, missing.length - space),
	};
}

/** The same for the events that are stored, without those that Discord lists. */
export function planStored(input: Omit<SyncInput, 'listed'>): Sync {
	const listed = input.stored.flatMap(({ eventId: id, releaseId, startsAt }) => {
		const start = new Date(startsAt).toISOString();
		const event = { creator_id: input.botId, description: markOf(releaseId), scheduled_start_time: start };
		return id === null ? [] : [{ id, ...event }];
	});
	return planSync({ ...input, listed });
}

function divide<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
	return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
