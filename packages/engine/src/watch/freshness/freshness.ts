import { setImmediate } from 'node:timers/promises';
import type { Knex } from '@dropwire/db';
import { type Brand, type Offer, type Region, sourceNameOf } from '@dropwire/domain';
import type { Lane } from '../schedule/lanes.ts';
import { type LastCheck, readLastChecks } from './lastChecks.ts';
import { type Group, mainLane } from '../schedule/plan.ts';
import type { Suspicion } from '../read/readability.ts';
import type { Rounds } from '../schedule/rounds.ts';
import type { StateCache } from '../state/stateCache.ts';
import { Tally } from './tally.ts';
import { outageText } from '../read/wholeShop.ts';

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
}

const NO_SUSPICION = { suspectSince: null, suspectReason: null };

export interface FreshnessOptions {
	source: { name: Brand; offer?: Offer };
	knex: Knex;
	states: StateCache;
	/** The host that a SKU is read at; null for a source that is one shop. */
	hostOf(sku: string): string | null;
	rounds(host: string | null): Rounds;
	/** Whether the answers in a region or at a host are suspect. `watched`: the number of products that are watched there. */
	suspicion(place: Pick<SourceState, 'region' | 'host'>, watched: number): Suspicion | null;
}

/** A product that this process has not read since it began to watch it. */
interface Unchecked {
	since: number;
	/** What the database has about it: null for nothing, undefined until it is loaded. */
	stored: LastCheck | null | undefined;
}

/** Products between which other work goes on. */
const SLICE = 1000;

/**
 * Knows when every product that this process watches was last checked, also while the first round is under way. Products
 * of the rare lane, which no region knows, make nothing late: they count only where nothing else is watched.
 */
export class Freshness {
	/** The result of the last measurement. */
	states: readonly SourceState[] = [];
	readonly #options: FreshnessOptions;
	#groups: ReadonlyMap<Region, readonly Group[]> = new Map();
	readonly #unchecked = new Map<Region, Map<string, Unchecked>>();
	/** The latest change by region and host. */
	readonly #changes = new Map<string, number>();

	constructor(options: FreshnessOptions) {
		this.#options = options;
	}

	/** Replaces what is watched. */
	watch(groups: readonly Group[]): void {
		const byRegion = Map.groupBy(groups, ({ region }) => region);
		const since = Date.now();
		for (const region of new Set([...this.#groups.keys(), ...byRegion.keys()])) {
			const before = skusOf(this.#groups.get(region));
			const after = skusOf(byRegion.get(region));
			const unchecked = this.#uncheckedIn(region);
			for (const sku of unchecked.keys()) if (!after.has(sku)) unchecked.delete(sku);
			for (const sku of after) if (!before.has(sku)) unchecked.set(sku, { since, stored: undefined });
		}
		this.#groups = byRegion;
	}

	noteChange(region: Region, sku: string, at: number): void {
		const key = keyOf(region, this.#hostOf(sku));
		this.#changes.set(key, Math.max(at, this.#changes.get(key) ?? 0));
	}

	/** Loads the stored times of products that this process has not checked yet. */
	async #load(): Promise<void> {
		for (const [region, unchecked] of this.#unchecked) {
			const skus = [...unchecked].flatMap(([sku, { stored }]) => (stored === undefined ? [sku] : []));
			if (skus.length === 0) continue;
			const { name, offer = 'NEW' } = this.#options.source;
			const stored = await readLastChecks(this.#options.knex, { source: name, offer, region }, skus);
			for (const sku of skus) {
				const found = stored.get(sku);
				const entry = unchecked.get(sku);
				if (entry) entry.stored = found ?? null;
				if (found?.changedAt) this.noteChange(region, sku, found.changedAt);
			}
		}
	}

	/** Measures again, in slices between which other work goes on. @returns one row per region and host of what is watched */
	async measure(): Promise<readonly SourceState[]> {
		await this.#load();
		const rows: SourceState[] = [];
		const source = sourceNameOf(this.#options.source);
		for (const [region, groups] of this.#groups) {
			const lane = mainLane(groups);
			const tallies = await this.#tally(region, groups, lane);
			for (const [host, tally] of tallies) {
				const lastChangeAt = this.#changes.get(keyOf(region, host)) ?? null;
				const roundMs = this.#options.rounds(host)[lane];
				const figures = tally.figures();
				const { missing, since } = tally.outage();
				const outage = outageText(missing, figures.watched, host ?? `${source} in ${region}`);
				const suspicion =
					outage === null
						? (this.#options.suspicion({ region, host }, figures.watched) ?? NO_SUSPICION)
						: { suspectSince: since, suspectReason: outage };
				rows.push({ source, region, host, roundMs, lastChangeAt, ...figures, ...suspicion });
			}
		}
		this.states = rows;
		return rows;
	}

	async #tally(region: Region, groups: readonly Group[], main: Lane): Promise<Map<string | null, Tally>> {
		const states = this.#options.states.known(region);
		const unchecked = this.#uncheckedIn(region);
		const tallies = new Map<string | null, Tally>();
		let slice = 0;
		for (const { lane, skus } of groups) {
			const counts = lane !== 'rare' || main === 'rare';
			for (const sku of skus) {
				const host = this.#hostOf(sku);
				let tally = tallies.get(host);
				if (!tally) tallies.set(host, (tally = new Tally()));
				const entry = unchecked.get(sku);
				const state = states.get(sku);
				if (entry && state?.seen && state.checkedAt >= entry.since) unchecked.delete(sku);
				// A state is dropped when another process changed it; the next check loads it again.
				tally.add(state ?? entry?.stored, entry?.since ?? 0, counts);
			}
			slice += skus.length;
			if (slice < SLICE) continue;
			slice = 0;
			await setImmediate();
		}
		return tallies;
	}

	#hostOf(sku: string): string | null {
		return this.#options.hostOf(sku);
	}

	#uncheckedIn(region: Region): Map<string, Unchecked> {
		const unchecked = this.#unchecked.get(region) ?? new Map<string, Unchecked>();
		this.#unchecked.set(region, unchecked);
		return unchecked;
	}
}

function keyOf(region: Region, host: string | null): string {
	return `${region} ${host ?? ''}`;
}

/** The SKUs that wait for their checks. One that leaves the rare lane begins to wait then. */
function skusOf(groups: readonly Group[] = []): ReadonlySet<string> {
	return new Set(groups.flatMap(({ lane, skus }) => (lane === 'rare' ? [] : skus)));
}
