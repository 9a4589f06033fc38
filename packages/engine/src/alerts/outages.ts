import type { SourceOutage } from '@dropwire/db';
import { isAboutIdentity } from '../product/identity.ts';
import type { SourceRow } from '../sources/readSources.ts';

/** When servers are notified of a shop that cannot be read, ms. */
export interface NoticePace {
	/** How often to check. */
	everyMs: number;
	/** How long a shop must be unreadable before the notice, if two rounds are not longer. */
	afterMs: number;
	/** How long it must be readable again before the second notice: a shop that alternates sends no more notices. */
	steadyMs: number;
}

export const NOTICE_PACE: NoticePace = { everyMs: 10_000, afterMs: 300_000, steadyMs: 300_000 };

/** A source in a region, or at a host, that is or was unreadable. */
export type Outage = Pick<SourceOutage, 'source' | 'region' | 'host' | 'since' | 'reason' | 'notifiedAt' | 'overSince'>;

/** What a check finds. Each outage is in one of the lists at most. */
export interface OutageChanges {
	/** Outages to store, because they began. */
	began: Outage[];
	/** Stored outages with another `overSince`. */
	changed: Outage[];
	/** Outages to notify servers of, by source. */
	due: Outage[][];
	/** Notified outages that are over, by source: the second notice. */
	over: Outage[][];
	/** Outages that ended before a notice, or that nobody watches any more. */
	dropped: Outage[];
}

/** How long an outage is kept of a source whose products nobody watches any more, ms. */
const FORGOTTEN_MS = 86_400_000;
/** Part of the waiting time after which an outage joins the notice of another region of its source. */
const JOINS_AFTER = 0.2;

/**
 * Compares the stored outages with the sources. A shop counts as unreadable while checks cannot read at least half of its
 * products: a single page in a changed format is no outage. Regions of a source that begin or end together share a
 * notice.
 */
export function outageChanges(
	sources: readonly SourceRow[],
	stored: readonly Outage[],
	now: number,
	{ afterMs, steadyMs }: Pick<NoticePace, 'afterMs' | 'steadyMs'>,
): OutageChanges {
	const rows = new Map(sources.map((row) => [keyOf({ ...row, host: row.host ?? '' }), row]));
	const known = new Set(stored.map(keyOf));
	const began = sources
		.filter((row) => isUnreadable(row) && !known.has(keyOf({ ...row, host: row.host ?? '' })))
		.map(({ source, region, host, blockedReason }) => {
			const reason = blockedReason ?? 'unknown reason';
			return { source, region, host: host ?? '', since: now, reason, notifiedAt: null, overSince: null };
		});
	const changes: OutageChanges = { began, changed: [], due: [], over: [], dropped: [] };
	const waiting: Waiting[] = [];
	const ending: Waiting[] = [];
	for (const outage of stored) {
		const row = rows.get(keyOf(outage));
		if (row && isUnreadable(row)) {
			if (outage.overSince !== null) changes.changed.push({ ...outage, overSince: null });
			const wait = Math.max(afterMs, 2 * row.roundMs);
			if (outage.notifiedAt === null) waiting.push({ outage, share: (now - outage.since) / wait });
			continue;
		}
		if (!row || row.watched === 0) {
			// Nobody watches its products, or an engine is starting: whether it is over is unknown.
			if (now - (outage.overSince ?? outage.notifiedAt ?? outage.since) > FORGOTTEN_MS) changes.dropped.push(outage);
		} else if (outage.notifiedAt === null) changes.dropped.push(outage);
		else if (outage.overSince === null) changes.changed.push({ ...outage, overSince: now });
		else ending.push({ outage, share: (now - outage.overSince) / steadyMs });
	}
	changes.due = together(waiting);
	changes.over = together(ending);
	return changes;
}

/** An outage that waits for a notice, and the part of the time that has passed; 1 when the notice is due. */
interface Waiting {
	outage: Outage;
	share: number;
}

/** By source, if one of its outages has waited long enough, with those that have waited for a part of the time. */
function together(outages: readonly Waiting[]): Outage[][] {
	return [...Map.groupBy(outages, ({ outage }) => outage.source).values()]
		.filter((same) => same.some(({ share }) => share >= 1))
		.map((same) => same.filter(({ share }) => share >= JOINS_AFTER).map(({ outage }) => outage));
}

/** Whether checks cannot read at least half of the products. Links that show something else are read. */
export function isUnreadable({
	watched,
	blocked,
	blockedReason,
}: Pick<SourceRow, 'watched' | 'blocked' | 'blockedReason'>): boolean {
	return watched > 0 && blocked * 2 >= watched && !isAboutIdentity(blockedReason);
}

export function keyOf({ source, region, host }: Pick<Outage, 'source' | 'region' | 'host'>): string {
	return `${source} ${region} ${host}`;
}
