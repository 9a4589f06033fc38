import type { Overview, Pulse, SourceFreshness } from '@dropwire/contract';
import { BRAND_IDS, isBlocked, offerOf, roundsSince, sourceNameOf } from '@dropwire/domain';
import type { SourceRow, TopicCount } from '@dropwire/engine';
import { presentPace } from '../coverage/presentPace.ts';

/** The rows of the overview. */
export function presentSources(rows: readonly SourceRow[], topics: readonly TopicCount[]): Overview['sources'] {
	const waiting = new Map<string, number>();
	for (const { brand, category, region, all, off } of topics) {
		const place = `${sourceNameOf({ name: brand, offer: offerOf(category) })} ${region}`;
		waiting.set(place, (waiting.get(place) ?? 0) + all - off);
	}
	return rows.map((row) => ({
		source: row.source,
		region: row.region,
		host: row.host,
		watched: row.watched,
		neverChecked: row.neverChecked,
		blocked: row.blocked,
		roundMs: row.roundMs,
		oldestCheckAt: row.oldestCheckAt,
		p95CheckAt: row.p95CheckAt,
		lastChangeAt: row.lastChangeAt,
		blockedSince: row.blockedSince,
		blockedReason: row.blockedReason,
		suspectSince: row.suspectSince,
		suspectReason: row.suspectReason,
		interval: row.pace && presentPace(row.pace, row.region, waiting.get(`${row.source} ${row.region}`) ?? 0),
	}));
}

/** Each source with its latest region or host, measured in rounds; the latest source first. */
export function freshnessOf(rows: readonly SourceRow[], now: number): SourceFreshness[] {
	// Reports are found by brand: of a refurbished offer that is not polled, the time of the latest report is unknown.
	const known = rows.filter(({ source, polled }) => polled || BRAND_IDS.some((brand) => brand === source));
	const sources = [...Map.groupBy(known, ({ source }) => source)].map(([source, same]) => {
		const [worst] = same
			.filter(({ watched }) => watched > 0)
			.toSorted((a, b) => roundsSince(b, now) - roundsSince(a, now));
		return {
			source,
			polled: same.some(({ polled }) => polled),
			watched: same.reduce((sum, { watched }) => sum + watched, 0),
			neverChecked: same.reduce((sum, { neverChecked }) => sum + neverChecked, 0),
			place: worst ? (worst.host ?? worst.region) : null,
			oldestCheckAt: worst?.oldestCheckAt ?? null,
			waitingSince: worst?.waitingSince ?? null,
			roundMs: worst?.roundMs ?? 0,
			reportedAt: same.reduce<number | null>((latest, { reportedAt }) => {
				return reportedAt === null ? latest : Math.max(latest ?? 0, reportedAt);
			}, null),
		};
	});
	return sources.toSorted((a, b) => roundsSince(b, now) - roundsSince(a, now));
}

/** The regions that are blocked, each once. */
export function blockedOf(rows: readonly SourceRow[], now: number): Pulse['blocked'] {
	const blocked = rows
		.filter((row) => isBlocked(row, now))
		.map(({ source, region, blockedSince }) => ({ source, region, since: blockedSince ?? now }));
	return [...Map.groupBy(blocked, ({ source, region }) => `${source} ${region}`).values()].flatMap((same) =>
		same.toSorted((a, b) => a.since - b.since).slice(0, 1),
	);
}
