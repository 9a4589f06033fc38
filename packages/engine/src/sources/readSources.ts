import { type Knex, SourceRound } from '@dropwire/db';
import { FAMILIES, offerOf, type Region, sourceNameOf } from '@dropwire/domain';
import { SOURCES } from '@dropwire/retailers';
import { aliveSince } from '../process/workers.ts';
import type { SourceState } from '../watch/freshness/freshness.ts';
import { type Place, placeOf, readBlocked, readReported } from './readReported.ts';

/** A source in a region, or at one of its hosts, over all engine processes. */
export interface SourceRow extends SourceState {
	/** Whether Dropwire itself checks the source; if not, only external monitors report its products. */
	polled: boolean;
	/** The latest report of an external monitor about a product of a source that is not polled, epoch ms. */
	reportedAt: number | null;
}

/**
 * Every source and region, watched or not: those that Dropwire checks come first, then those that only external monitors
 * report. Reads a few rows of the live engine processes, however many products there are.
 */
export async function readSources(knex: Knex): Promise<SourceRow[]> {
	const [stored, reported] = await Promise.all([readLive(knex), readReported(knex, REPORTED)]);
	const watched = Map.groupBy(stored, placeOf);
	// Where Dropwire watches nothing itself, only external monitors report that a product is blocked.
	const elsewhere = await readBlocked(
		knex,
		POLLED.filter((place) => !watched.has(placeOf(place))),
	);
	const polled = SOURCES.flatMap((definition) => {
		const source = sourceNameOf(definition);
		return definition.regions.flatMap((region) => {
			const rows = watched.get(placeOf({ source, region })) ?? [];
			if (rows.length === 0) {
				const row = unwatched(source, region);
				const { blocked, blockedSince, blockedReason } = elsewhere.get(placeOf(row)) ?? row;
				return [{ ...row, polled: true, blocked, blockedSince, blockedReason }];
			}
			const hosts = [...Map.groupBy(rows, ({ host }) => host).values()];
			return hosts.map((same) => ({ ...merge(same), polled: true, reportedAt: null }));
		});
	});
	const others = REPORTED.map(({ source, region }) => {
		return { ...unwatched(source, region), ...reported.get(placeOf({ source, region })) };
	});
	return [...polled, ...others];
}

/** The regions of the sources that Dropwire can check. */
const POLLED: readonly Place[] = SOURCES.flatMap((definition) =>
	definition.regions.map((region) => ({ source: sourceNameOf(definition), region })),
);

/** The regions of the sources that only external monitors report. */
const REPORTED: readonly Place[] = uniqueBy(
	placeOf,
	FAMILIES.filter(({ routes }) => routes !== null).flatMap((family) => {
		const source = sourceNameOf({ name: family.brand, offer: offerOf(family.category) });
		if (SOURCES.some((definition) => sourceNameOf(definition) === source)) return [];
		return family.regions.map((region) => ({ source, region }));
	}),
);

function uniqueBy<T>(key: (row: T) => string, rows: readonly T[]): T[] {
	return [...new Map(rows.map((row) => [key(row), row])).values()];
}

async function readLive(knex: Knex): Promise<SourceState[]> {
	const rows = await SourceRound.query(knex)
		.join('workers', 'workers.id', 'source_rounds.worker')
		.where('workers.heartbeatAt', '>', aliveSince({ knex }))
		.orderBy('source_rounds.host')
		.select('source_rounds.*');
	return rows.map(({ host, ...row }) => ({ ...row, host: host === '' ? null : host }));
}

/** Joins the rows of several processes, each of which watches a part of the products. */
function merge(rows: readonly SourceState[]): SourceState {
	const [first] = rows as [SourceState];
	const sum = (of: 'watched' | 'neverChecked' | 'blocked') => rows.reduce((total, row) => total + row[of], 0);
	const earliest = (of: 'oldestCheckAt' | 'p95CheckAt' | 'waitingSince' | 'blockedSince' | 'suspectSince') =>
		rows.map((row) => row[of]).reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.min(a, b)), null);
	const blockedSince = earliest('blockedSince');
	const suspectSince = earliest('suspectSince');
	return {
		source: first.source,
		region: first.region,
		host: first.host,
		watched: sum('watched'),
		neverChecked: sum('neverChecked'),
		blocked: sum('blocked'),
		roundMs: Math.max(...rows.map(({ roundMs }) => roundMs)),
		oldestCheckAt: earliest('oldestCheckAt'),
		// At most 5 % of each part is older than the earliest of these, so at most 5 % of all are.
		p95CheckAt: earliest('p95CheckAt'),
		waitingSince: earliest('waitingSince'),
		lastChangeAt: rows.reduce<number | null>((latest, row) => latestOf(latest, row.lastChangeAt), null),
		blockedSince,
		blockedReason: rows.find((row) => row.blockedSince === blockedSince)?.blockedReason ?? null,
		suspectSince,
		suspectReason: rows.find((row) => row.suspectSince === suspectSince)?.suspectReason ?? null,
	};
}

function latestOf(a: number | null, b: number | null): number | null {
	return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function unwatched(source: string, region: Region): SourceRow {
	return {
		source,
		region,
		host: null,
		watched: 0,
		neverChecked: 0,
		blocked: 0,
		roundMs: 0,
		oldestCheckAt: null,
		p95CheckAt: null,
		waitingSince: null,
		lastChangeAt: null,
		blockedSince: null,
		blockedReason: null,
		suspectSince: null,
		suspectReason: null,
		polled: false,
		reportedAt: null,
	};
}
