import type { Region } from '@dropwire/domain';
import { type Watched, watchedIn } from '../lists/watchLists.ts';
import type { ProductStates } from '../state/productStates.ts';

/**
 * How often a product is checked. `priority`: SKUs of hot lists, and products around their launch. `watched`: products that
 * only persons watch. `rare`: products that no polled region has ever known. `regular`: all others.
 */
export const LANES = ['priority', 'regular', 'watched', 'rare'] as const;
export type Lane = (typeof LANES)[number];

/** The priority lane's interval is this much shorter, and while others wait it gets every call but this one. */
export const PRIORITY_SHARE = 5;
/** While the regular and the rare lane wait, the watched one gets one of this many calls that are not of the priority lane. */
export const WATCHED_SHARE = 5;
/** A canary is checked once in this many intervals: it must not take the calls of what is watched. */
const CANARY_INTERVALS = 10;
/** The interval of the rare lane, ms. */
const RARE_MS = 30 * 60_000;
/** How long no region must have known a product until it is checked rarely, ms. */
const UNKNOWN_MS = 3_600_000;
/** From how long before its launch a product is in the priority lane, ms, and until how long after it. */
const LAUNCH_BEFORE_MS = 10 * 60_000;
const LAUNCH_AFTER_MS = 60_000;

/** The time between two checks of a product, or of a canary, if the budget allows it, ms. */
export function intervalOf(lane: Lane, intervalMs: number, isCanary = false): number {
	if (isCanary) return intervalMs * CANARY_INTERVALS;
	if (lane === 'priority') return intervalMs / PRIORITY_SHARE;
	return lane === 'rare' ? Math.max(intervalMs, RARE_MS) : intervalMs;
}

/** How long each lane needs for one check of all its batches, whole ms. */
export type Rounds = Readonly<Record<Lane, number>>;
export const NO_ROUNDS: Rounds = { priority: 0, regular: 0, watched: 0, rare: 0 };

/**
 * The rounds of the lanes, which share one budget: the interval of the lane, or longer if the budget does not suffice.
 * @param batches the number of batches of each lane, over all regions
 */
export function roundsOf(
	batches: Readonly<Record<Lane, number>>,
	{ intervalMs, batchesPerMinute }: { intervalMs: number; batchesPerMinute: number },
): Rounds {
	const interval = (lane: Lane) => intervalOf(lane, intervalMs);
	/** Batches per ms. */
	const budget = batchesPerMinute / 60_000;
	const wanted = (lane: Lane) => batches[lane] / interval(lane);
	const priorityShare = budget / PRIORITY_SHARE;
	const forOthers = budget - Math.min(wanted('priority'), priorityShare);
	const forPriority = Math.max(priorityShare, budget - wanted('regular') - wanted('watched') - wanted('rare'));
	const watchedShare = forOthers / WATCHED_SHARE;
	const forWatched = Math.max(watchedShare, forOthers - wanted('regular') - wanted('rare'));
	const forRegular = forOthers - Math.min(wanted('watched'), watchedShare);
	// In one interval, the batches of the rare lane are due once in a while.
	const regularBatches = batches.regular + wanted('rare') * intervalMs;
	const regular = Math.max(intervalMs, regularBatches / forRegular);
	return {
		priority: Math.round(Math.max(interval('priority'), batches.priority / forPriority)),
		regular: Math.round(regular),
		watched: Math.round(Math.max(interval('watched'), batches.watched / forWatched)),
		// Both lanes are late by the same time, because the batch that is due first is checked first.
		rare: Math.round(interval('rare') + regular - intervalMs),
	};
}

/** The lane of each watched product, from the lists and from what the checks found. */
export class Lanes {
	readonly #states: ProductStates;
	/** Region and SKU of the products around their launch. */
	#launching: ReadonlySet<string> = new Set();
	/** SKUs that no region has ever known. */
	#unknown: ReadonlySet<string> = new Set();

	constructor(states: ProductStates) {
		this.#states = states;
	}

	/** Reads the states of the products again. @returns whether a product changed its lane */
	update(watched: Watched, regions: readonly Region[], now: number): boolean {
		const launching = new Set<string>();
		for (const { region, sku } of this.#states.launching(now - LAUNCH_AFTER_MS, now + LAUNCH_BEFORE_MS)) {
			launching.add(`${region} ${sku}`);
		}
		const unknown = new Set<string>();
		for (const sku of this.#states.unknown()) if (this.#isUnknown(watched, sku, regions, now)) unknown.add(sku);
		const changed = !areEqual(launching, this.#launching) || !areEqual(unknown, this.#unknown);
		this.#launching = launching;
		this.#unknown = unknown;
		return changed;
	}

	/** A SKU's lane in a region; null if it is not watched there. */
	of(watched: Watched, sku: string, region: Region): Lane | null {
		const entry = watchedIn(watched, sku, region);
		if (!entry) return null;
		// A SKU of a hot list is never rare: a product that the shop does not list yet is what such a list waits for.
		if (entry.priority || (entry.isListed && this.#launching.has(`${region} ${sku}`))) return 'priority';
		if (this.#unknown.has(sku)) return 'rare';
		return entry.isListed ? 'regular' : 'watched';
	}

	#isUnknown(watched: Watched, sku: string, regions: readonly Region[], now: number): boolean {
		return regions.every((region) => {
			const since = this.#states.get(region, sku)?.unknownSince;
			// The first region that knows the product ends the search, which is the first region for most products.
			if (since != null) return now - since > UNKNOWN_MS;
			return watchedIn(watched, sku, region) === null;
		});
	}
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	return one.size === other.size && one.isSubsetOf(other);
}
