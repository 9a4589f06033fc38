import type { Database } from '@dropwire/db';
import { CHECK_KINDS, type CheckKind, type Region, sourceNameOf } from '@dropwire/domain';
import type { Source, WatchedProduct } from '@dropwire/retailers';
import { polledRegions } from '../../sources/polledRegions.ts';
import { regionsToPoll, type WatchPolls } from '../../sources/countWatches.ts';
import { PersonalWatches, type Wanted } from './personalWatches.ts';
import { type Entry, pinIn, type Watched, watchedIn, WatchLists } from './watchLists.ts';

type WatchedSource = Pick<Source, 'name' | 'offer' | 'regions' | 'lists' | 'byLink'>;

/**
 * What this process watches of one source: the SKUs of the lists that belong to it, in the polled regions; with
 * `WATCH_POLLS=any` also those that only persons watch, if the source reads products by their SKUs.
 */
export class Scope {
	readonly #db: Database;
	readonly #source: WatchedSource;
	readonly #worker: string;
	readonly #lists: WatchLists;
	/** Null if the source polls nothing for them. */
	readonly #personal: PersonalWatches | null;
	#listed: Watched = new Map();
	#wanted: Wanted = new Map();
	#subscribed: readonly Region[] = [];
	#workers: readonly string[] = [];
	/** The hosts of the links, which are read for every product of a list every few seconds. */
	#hosts = new Map<string, string>();
	/** The SKUs with what watches them. */
	watched: Watched = new Map();
	/**
	 * The SKUs whose products can have been deleted before the last refresh, and yet are watched: those of entries that it
	 * found added, and those of watches if these or the lists have changed.
	 */
	renewed: ReadonlySet<string> = new Set();
	/** The polled regions. */
	regions: readonly Region[] = [];

	/** @param worker the name of this process */
	constructor(db: Database, source: WatchedSource, worker: string, watchPolls: WatchPolls = 'lists') {
		this.#db = db;
		this.#source = source;
		this.#worker = worker;
		this.#lists = new WatchLists(db, source);
		const isPolled = watchPolls === 'any' && !source.byLink && (source.offer ?? 'NEW') === 'NEW';
		this.#personal = isPolled ? new PersonalWatches(db, source.name) : null;
	}

	/**
	 * Reads the lists and the subscriptions again.
	 * @param workers the names of all live processes
	 * @returns whether anything changed
	 */
	async refresh(workers: readonly string[]): Promise<boolean> {
		const listed = await this.#lists.read();
		const polled = await polledRegions(this.#db.knex, [this.#source]);
		const subscribed = polled.get(sourceNameOf(this.#source)) ?? [];
		const wanted = (await this.#personal?.read()) ?? this.#wanted;
		const added = listed === this.#listed ? [] : this.#lists.added;
		this.renewed = new Set(listed === this.#listed && wanted === this.#wanted ? [] : [...added, ...wanted.keys()]);
		const isSame =
			listed === this.#listed &&
			wanted === this.#wanted &&
			subscribed.join() === this.#subscribed.join() &&
			workers.join() === this.#workers.join();
		if (isSame) return false;
		const { watched, regions } = withWanted(listed, wanted, { polled: subscribed, all: this.#source.regions });
		this.watched = new Map([...watched].filter(([sku]) => isOwner(this.#worker, workers, sku)));
		this.regions = regions;
		this.#subscribed = subscribed;
		this.#wanted = wanted;
		this.#listed = listed;
		if (this.#hosts.size > 2 * listed.size) this.#hosts = new Map();
		this.#workers = workers;
		return true;
	}

	/** The event kinds that the lists of a SKU publish in a region; null if it is not watched there. */
	kindsOf(sku: string, region: Region): readonly CheckKind[] | null {
		return this.regions.includes(region) ? (watchedIn(this.watched, sku, region)?.kinds ?? null) : null;
	}

	/** Whether a list watches a SKU in a region, and not only persons. */
	isListed(sku: string, region: Region): boolean {
		return watchedIn(this.watched, sku, region)?.isListed ?? false;
	}

	/** The interval that is pinned for a SKU in a region, ms; null for none. */
	pinOf(sku: string, region: Region): number | null {
		return pinIn(this.watched, sku, region);
	}

	/** What the source needs to read a SKU. */
	productOf(sku: string): WatchedProduct {
		return this.#lists.productOf(sku);
	}

	/** The host that a SKU is read at, for a source that reads several shops; else null. */
	hostOf(sku: string): string | null {
		if (this.#source.byLink !== 'each host') return null;
		const { link } = this.productOf(sku);
		if (link === null) return null;
		let host = this.#hosts.get(link);
		if (host === undefined) this.#hosts.set(link, (host = new URL(link).host));
		return host;
	}
}

/** Adds what only persons watch, in regions in which no list watches it. The lists are read where somebody subscribed. */
function withWanted(
	listed: Watched,
	wanted: Wanted,
	{ polled, all }: { polled: readonly Region[]; all: readonly Region[] },
): { watched: Watched; regions: readonly Region[] } {
	if (wanted.size === 0) return { watched: listed, regions: polled };
	const bySku = new Map<string, ReadonlySet<Region>>();
	for (const [sku, some] of wanted) {
		const own = new Set(some.flatMap((regions) => regionsToPoll(regions, { polled, all })));
		for (const region of polled) if (watchedIn(listed, sku, region)) own.delete(region);
		if (own.size > 0) bySku.set(sku, own);
	}
	const regions = all.filter((region) => polled.includes(region) || [...bySku.values()].some((own) => own.has(region)));
	const isWider = regions.length > polled.length;
	// SKUs share the entries, because there can be 100,000 of them.
	const limited = new Map<readonly Entry[], readonly Entry[]>();
	const limit = (entries: readonly Entry[]) => {
		const known = limited.get(entries) ?? entries.map((entry) => limitTo(entry, polled));
		limited.set(entries, known);
		return known;
	};
	const watched = new Map(isWider ? [...listed].map(([sku, entries]) => [sku, limit(entries)] as const) : listed);
	const personal = new Map<string, Entry>();
	for (const [sku, own] of bySku) {
		const key = [...own].join();
		const entry = personal.get(key) ?? { list: null, kinds: CHECK_KINDS, regions: own, priority: false, pinMs: null };
		personal.set(key, entry);
		watched.set(sku, [...(watched.get(sku) ?? []), entry]);
	}
	return { watched, regions };
}

function limitTo(entry: Entry, polled: readonly Region[]): Entry {
	return { ...entry, regions: new Set(polled.filter((region) => entry.regions?.has(region) ?? true)) };
}

/**
 * Whether this process checks a SKU. Uses rendezvous hashing, so that a process that starts or stops moves only its own
 * share. This only divides the work; the snapshot's version ensures that a change is published once.
 */
export function isOwner(worker: string, workers: readonly string[], sku: string): boolean {
	const own = score(worker, sku);
	return workers.every((other) => other === worker || compareScores(own, worker, score(other, sku), other) > 0);
}

function compareScores(a: number, nameA: string, b: number, nameB: string): number {
	return a === b ? (nameA > nameB ? 1 : -1) : a - b;
}

/** FNV-1a with a final mix, so that names that differ in one letter get very different scores. */
function score(worker: string, sku: string): number {
	let hash = 0x811c9dc5;
	for (const char of `${worker}\0${sku}`) hash = Math.imul(hash ^ (char.codePointAt(0) as number), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return (hash ^ (hash >>> 13)) >>> 0;
}
