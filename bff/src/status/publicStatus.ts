import type { PublicStatus } from '@dropwire/contract';
import type { Database, Knex } from '@dropwire/db';
import {
	BRAND_IDS,
	type BrandEntry,
	BRANDS,
	isBlocked,
	isLate,
	OFFERS,
	OFFER_IDS,
	type Region,
	sourceNameOf,
} from '@dropwire/domain';
import { aliveBetween, readLongestWait, readSources, type SourceRow } from '@dropwire/engine';
import { SOURCES } from '@dropwire/retailers';
import { recentOutcomes } from '../health/outcomes.ts';
import { createMemo } from '../http/memo.ts';
import { newestSent, percentiles, sampleOf } from '../overview/lastHour.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HOURS = 24;
/**
 * Messages are delayed when half of those of the last hour took longer than this, or when one that was not tried yet waits
 * for longer, ms.
 */
const DELAYED_AFTER_MS = 10_000;
/** … or when one that was tried waits for longer than this, ms. */
const FAILING_AFTER_MS = 60_000;
/** How long visitors share a status, ms: everyone can ask for it, at any rate. */
const TTL_MS = 15_000;

type Families = PublicStatus['families'];

/** Reads the public status, at most once in 15 seconds. */
export function createPublicStatus({ knex }: Pick<Database, 'knex'>): () => Promise<PublicStatus> {
	const memo = createMemo<PublicStatus>({ ttl: TTL_MS, max: 1 });
	return () => memo.get('status', () => readPublicStatus(knex, Date.now()));
}

async function readPublicStatus(knex: Knex, now: number): Promise<PublicStatus> {
	const [sources, running, sent, minutes, waits] = await Promise.all([
		readSources(knex),
		knex('workers').whereBetween('heartbeatAt', aliveBetween({ knex })).first('id'),
		newestSent(knex, now - HOUR),
		recentOutcomes(knex, now, (HOURS * HOUR) / MINUTE),
		readLongestWait(knex, now),
	]);
	const times = sent.map(({ seenAt, sentAt }) => sentAt - seenAt);
	const delay = times.length > 0 ? { ...percentiles(times), newest: sampleOf(sent) } : null;
	const isDelayed =
		(delay?.p50 ?? 0) > DELAYED_AFTER_MS || waits.untriedMs > DELAYED_AFTER_MS || waits.triedMs > FAILING_AFTER_MS;
	const first = now - (now % HOUR) - (HOURS - 1) * HOUR;
	const byHour = Map.groupBy(minutes, ({ minute }) => minute - (minute % HOUR));
	return {
		state: !running ? 'stopped' : isDelayed ? 'delayed' : 'running',
		at: now,
		delay,
		families: familiesOf(sources, now),
		hours: Array.from({ length: HOURS }, (_, n) => {
			const at = first + n * HOUR;
			return { at, sent: (byHour.get(at) ?? []).reduce((sum, minute) => sum + minute.sent, 0) };
		}),
	};
}

/** What is known without the database. */
export function unknownStatus(now: number): PublicStatus {
	const families = SOURCES.map((source) => ({
		id: sourceNameOf(source),
		...textsOf(sourceNameOf(source)),
		state: 'unknown' as const,
		regions: [...source.regions],
		blockedIn: [],
		products: 0,
		everyMs: null,
	}));
	return { state: 'unknown', at: now, delay: null, families: inOrder(families), hours: [] };
}

function familiesOf(rows: readonly SourceRow[], now: number): Families {
	const families = [...Map.groupBy(rows, ({ source }) => source)].map(([source, own]) => {
		const watched = own.filter((row) => row.watched > 0);
		const blocked = own.filter((row) => isBlocked(row, now));
		return {
			id: source,
			...textsOf(source),
			state: stateOf(own, now),
			regions: regionsOf(own),
			blockedIn: regionsOf(blocked),
			products: mostInOneRegion(own),
			everyMs: watched.length > 0 ? Math.round(Math.max(...watched.map(({ roundMs }) => roundMs))) : null,
		};
	});
	return inOrder(families);
}

/** A region's products can be divided between hosts. */
function mostInOneRegion(rows: readonly SourceRow[]): number {
	const regions = Map.groupBy(rows, ({ region }) => region).values();
	return Math.max(0, ...regions.map((own) => own.reduce((sum, { watched }) => sum + watched, 0)));
}

function stateOf(rows: readonly SourceRow[], now: number): Families[number]['state'] {
	if (rows.some((row) => isBlocked(row, now))) return 'blocked';
	if (rows.some((row) => row.watched > 0 && isLate(row, now))) return 'late';
	if (rows.some((row) => row.watched > 0)) return 'watched';
	return rows.some(({ reportedAt }) => reportedAt !== null) ? 'reported' : 'idle';
}

function regionsOf(rows: readonly SourceRow[]): Region[] {
	return [...new Set(rows.map(({ region }) => region))];
}

/** The sources in the order of the brands: `NIKE_REFURBISHED` is `Nike Refurbished`. */
const TEXTS: ReadonlyMap<string, Pick<Families[number], 'name' | 'sells'>> = new Map(
	BRAND_IDS.flatMap((brand) =>
		OFFER_IDS.map((offer) => {
			const { name, sells }: BrandEntry = BRANDS[brand];
			const texts = { name: offer === 'NEW' ? name : `${name} ${OFFERS[offer].name}`, sells: sells[offer] ?? '' };
			return [sourceNameOf({ name: brand, offer }), texts];
		}),
	),
);
const ORDER = [...TEXTS.keys()];

function textsOf(source: string): Pick<Families[number], 'name' | 'sells'> {
	return TEXTS.get(source) ?? { name: source, sells: '' };
}

function inOrder(families: Families): Families {
	return families.toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
}
