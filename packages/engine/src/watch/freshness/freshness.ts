import { setImmediate } from 'node:timers/promises';
import type { Knex } from '@dropwire/db';
import { type Brand, type Offer, type PlacePace, type Region, sourceNameOf } from '@dropwire/domain';
import { outageText } from '../../sources/outage.ts';
import type { SourceState } from '../../sources/readSources.ts';
import type { Scope } from '../lists/scope.ts';
import type { Suspicion } from '../read/readability.ts';
import type { Lane, Rounds } from '../schedule/lanes.ts';
import { type Group, mainLane } from '../schedule/plan.ts';
import type { ProductStates } from '../state/productStates.ts';
import { readLastChecks, Tally } from './tally.ts';

const NO_SUSPICION = { suspectSince: null, suspectReason: null };

export interface FreshnessOptions {
	source: { name: Brand; offer?: Offer };
	knex: Knex;
	states: ProductStates;
	scope: Pick<Scope, 'hostOf'>;
	rounds(host: string | null): Rounds;
	/** How often products change and are checked at a host, by region. */
	paces(host: string | null): ReadonlyMap<Region, PlacePace>;
	/** How much longer than uniform the interval of a group is, ms. */
	longerMs(group: Group): number;
	/** Whether the answers in a region or at a host are suspect. `watched`: the number of products that are watched there. */
	suspicion(place: Pick<SourceState, 'region' | 'host'>, watched: number): Suspicion | null;
}

/** Products between which other work goes on. */
const SLICE = 1000;

/**
 * Knows when every product that this process watches was last checked, also while the first round is under way. Products
 * of the rare lane, which no region knows, and those that only persons watch make nothing late: they count only where nothing else is watched.
 */
export class Freshness {
	/** The result of the last measurement. */
	states: readonly SourceState[] = [];
	readonly #options: FreshnessOptions;
	#groups: ReadonlyMap<Region, readonly Group[]> = new Map();
	/** The SKUs whose stored checks are not loaded yet. */
	readonly #unloaded = new Map<Region, Set<string>>();
	/** The latest change by region and host. */
	readonly #changes = new Map<string, number>();

	constructor(options: FreshnessOptions) {
		this.#options = options;
	}

	/** Replaces what is watched. */
	watch(groups: readonly Group[]): void {
		const byRegion = Map.groupBy(groups, ({ region }) => region);
		const { states } = this.#options;
		const since = Date.now();
		for (const region of new Set([...this.#groups.keys(), ...byRegion.keys()])) {
			const before = skusOf(this.#groups.get(region));
			const after = skusOf(byRegion.get(region));
			const unloaded = this.#unloadedIn(region);
			for (const sku of before) {
				const product = after.has(sku) ? undefined : states.find(region, sku);
				if (product) product.unchecked = undefined;
			}
			for (const sku of after) {
				if (before.has(sku)) continue;
				states.track(region, sku).unchecked = { since, stored: undefined };
				unloaded.add(sku);
			}
		}
		this.#groups = byRegion;
	}

	noteChange(region: Region, sku: string, at: number): void {
		const key = keyOf(region, this.#hostOf(sku));
		this.#changes.set(key, Math.max(at, this.#changes.get(key) ?? 0));
	}

	/** Loads the stored times of products that this process has not checked yet. */
	async #load(): Promise<void> {
		const { source, knex, states } = this.#options;
		for (const [region, unloaded] of this.#unloaded) {
			for (const sku of unloaded) if (!states.find(region, sku)?.unchecked) unloaded.delete(sku);
			const skus = [...unloaded];
			if (skus.length === 0) continue;
			const { name, offer = 'NEW' } = source;
			const stored = await readLastChecks(knex, { source: name, offer, region }, skus);
			for (const sku of skus) {
				const found = stored.get(sku);
				const unchecked = states.find(region, sku)?.unchecked;
				if (unchecked) unchecked.stored = found ?? null;
				unloaded.delete(sku);
				if (found?.changedAt) this.noteChange(region, sku, found.changedAt);
			}
		}
	}

	/** Measures again, in slices between which other work goes on. @returns one row per region and host of what is watched */
	async measure(): Promise<readonly SourceState[]> {
		await this.#load();
		const rows: SourceState[] = [];
		const source = sourceNameOf(this.#options.source);
		const paces = new Map<string | null, ReadonlyMap<Region, PlacePace>>();
		for (const [region, groups] of this.#groups) {
			const lane = mainLane(groups);
			const tallies = await this.#tally(region, groups, lane);
			for (const [host, tally] of tallies) {
				const lastChangeAt = this.#changes.get(keyOf(region, host)) ?? null;
				const pacesOfHost = paces.get(host) ?? this.#options.paces(host);
				paces.set(host, pacesOfHost);
				const pace = pacesOfHost.get(region) ?? null;
				const roundMs = this.#options.rounds(host)[lane];
				const figures = tally.figures();
				const { missing, since } = tally.outage();
				const outage = outageText(missing, figures.watched, host ?? `${source} in ${region}`);
				const suspicion =
					outage === null
						? (this.#options.suspicion({ region, host }, figures.watched) ?? NO_SUSPICION)
						: { suspectSince: since, suspectReason: outage };
				rows.push({ source, region, host, roundMs, lastChangeAt, pace, ...figures, ...suspicion });
			}
		}
		this.states = rows;
		return rows;
	}

	async #tally(region: Region, groups: readonly Group[], main: Lane): Promise<Map<string | null, Tally>> {
		const { states } = this.#options;
		const tallies = new Map<string | null, Tally>();
		let slice = 0;
		for (const group of groups) {
			const { lane, skus } = group;
			const longerMs = this.#options.longerMs(group);
			const counts = lane === 'regular' || lane === 'priority' || lane === main;
			for (const sku of skus) {
				const host = this.#hostOf(sku);
				let tally = tallies.get(host);
				if (!tally) tallies.set(host, (tally = new Tally()));
				const product = states.find(region, sku);
				const { stored: state, unchecked } = product ?? {};
				if (product && unchecked && state?.seen && state.checkedAt >= unchecked.since) product.unchecked = undefined;
				// A state is unloaded when another process changed it; the next check loads it again.
				tally.add(state ?? unchecked?.stored, unchecked?.since ?? 0, counts, longerMs);
			}
			slice += skus.length;
			if (slice < SLICE) continue;
			slice = 0;
			await setImmediate();
		}
		return tallies;
	}

	#hostOf(sku: string): string | null {
		return this.#options.scope.hostOf(sku);
	}

	#unloadedIn(region: Region): Set<string> {
		const unloaded = this.#unloaded.get(region) ?? new Set<string>();
		this.#unloaded.set(region, unloaded);
		return unloaded;
	}
}

function keyOf(region: Region, host: string | null): string {
	return `${region} ${host ?? ''}`;
}

/** The SKUs that wait for their checks. One that leaves the rare lane begins to wait then. */
function skusOf(groups: readonly Group[] = []): ReadonlySet<string> {
	return new Set(groups.flatMap(({ lane, skus }) => (lane === 'rare' ? [] : skus)));
}
