import { type Knex, SourceRound } from '@dropwire/db';
import { offerOf, type PlacePace, PRODUCT_FAMILIES, type Region, sourceNameOf } from '@dropwire/domain';
import { SOURCES } from '@dropwire/retailers';
import { aliveBetween } from '../process/workers.ts';

/** What this process watches of a source in a region, or at one of its hosts, and when that was checked. Times in epoch ms. */
export interface SourceState {
	/** `NIKE`, or `NIKE_REFURBISHED` for another offer. */
	source: string;
	region: Region;
	/** The shop's host; null for a source that is one shop. */
	host: string | null;
	/** The numbers of products that are watched, that no check ever read, and that the last check could not read. */
	watched: number;
	neverChecked: number;
	blocked: number;
	/** The round of the regular lane, ms; of the priority or the rare lane in a region that has no other. */
	roundMs: number;
	/** The oldest among the latest checks, and the check that is older than those of 95 % of the products. */
	oldestCheckAt: number | null;
	p95CheckAt: number | null;
	/**
	 * Since when the product that waits longest for its check has waited in this process; null if all are blocked. Time
	 * before the process watched it does not count, so that a restart is no delay.
	 */
	waitingSince: number | null;
	/** When a stored snapshot last changed. */
	lastChangeAt: number | null;
	/** Since when a product has been blocked, and why; null if none is. */
	blockedSince: number | null;
	blockedReason: string | null;
	/** Since when its answers have been suspect, although they can be read, and why; null if they are not. */
	suspectSince: number | null;
	suspectReason: string | null;
	/** How often its products change and are checked; null as long as that is not known. */
	pace: PlacePace | null;
}

/** A source in a region. */
export type Place = Pick<SourceState, 'source' | 'region'>;
export const placeOf = ({ source, region }: Place) => `${source} ${region}`;

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
	PRODUCT_FAMILIES.flatMap((family) => {
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
		.whereBetween('workers.heartbeatAt', aliveBetween({ knex }))
		.orderBy('source_rounds.host')
		.select('source_rounds.*');
	return rows.map(({ host, pace, ...row }) => ({
		...row,
		host: host === '' ? null : host,
		pace: pace === null ? null : (JSON.parse(pace) as PlacePace),
	}));
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
		pace: mergePaces(rows.flatMap(({ pace }) => pace ?? [])),
	};
}

/** The pace of products that several processes check: the mean of theirs, by how often the products of each change. */
export function mergePaces(paces: readonly PlacePace[]): PlacePace | null {
	const [first] = paces;
	if (!first || paces.length === 1) return first ?? null;
	const changesPerDay = paces.reduce((sum, pace) => sum + pace.changesPerDay, 0);
	const shareOf = (pace: PlacePace) => (changesPerDay > 0 ? pace.changesPerDay / changesPerDay : 1 / paces.length);
	const most = paces.reduce((a, b) => (b.changesPerDay > a.changesPerDay ? b : a));
	return {
		ms: Math.round(paces.reduce((sum, pace) => sum + shareOf(pace) * pace.ms, 0)),
		uniformMs: Math.max(...paces.map(({ uniformMs }) => uniformMs)),
		reason: most.reason,
		changesPerDay,
		usual: most.usual,
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
		pace: null,
		polled: false,
		reportedAt: null,
	};
}

type Reported = Blocked & { reportedAt: number };

/**
 * What external monitors last reported about these sources, by place: one seek in an index for the latest
 * report of each, and a read of the products that are blocked now.
 */
async function readReported(knex: Knex, places: readonly Place[]): Promise<Map<string, Reported>> {
	const reported = new Map<string, Reported>();
	if (places.length === 0) return reported;
	const latest = places.map(({ source, region }) =>
		knex
			.from(
				knex('products')
					.where('source', source)
					.where('region', region)
					.whereNull('blockedSince')
					.orderBy('checkedAt', 'desc')
					.limit(1)
					.select('source', 'region', 'checkedAt')
					.as('latest'),
			)
			.select('source', 'region', 'checkedAt'),
	);
	const [first, ...others] = latest as [Knex.QueryBuilder, ...Knex.QueryBuilder[]];
	const reports: (Place & { checkedAt: number })[] = await first.unionAll(others);
	const none = { blocked: 0, blockedSince: null, blockedReason: null };
	for (const row of reports) reported.set(placeOf(row), { reportedAt: row.checkedAt, ...none });
	for (const [place, { checkedAt, ...blocked }] of await readBlocked(knex, places)) {
		const reportedAt = Math.max(reported.get(place)?.reportedAt ?? 0, checkedAt, blocked.blockedSince ?? 0);
		reported.set(place, { reportedAt, ...blocked });
	}
	return reported;
}

type Blocked = Pick<SourceState, 'blocked' | 'blockedSince' | 'blockedReason'>;

/** The products that are blocked now in these places, by place, with the time of the latest check or report of one. */
async function readBlocked(
	knex: Knex,
	places: readonly Place[],
): Promise<Map<string, Blocked & { checkedAt: number }>> {
	if (places.length === 0) return new Map();
	const blocked: (Place & { count: number; since: number; checkedAt: number; reason: string })[] = await knex(
		'products',
	)
		.whereIn('source', [...new Set(places.map(({ source }) => source))])
		.whereIn('region', [...new Set(places.map(({ region }) => region))])
		.whereNotNull('blockedSince')
		.groupBy('source', 'region')
		.select('source', 'region')
		.count({ count: '*' })
		.min({ since: 'blockedSince' })
		.max({ checkedAt: 'checkedAt', reason: 'blockedReason' });
	return new Map(
		blocked.map(({ count, since, checkedAt, reason, ...place }) => [
			placeOf(place),
			{ blocked: count, blockedSince: since, blockedReason: reason, checkedAt },
		]),
	);
}
