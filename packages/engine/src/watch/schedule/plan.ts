import { chunks, type Region } from '@dropwire/domain';
import type { Source, Together } from '@dropwire/retailers';
import type { Scope } from '../lists/scope.ts';
import type { Watched } from '../lists/watchLists.ts';
import { type Lane, LANES, type Lanes } from './lanes.ts';

/** SKUs of one region and lane, which are checked in one call. */
export interface Group {
	region: Region;
	lane: Lane;
	skus: readonly string[];
	/** A product that is not watched, but shows whether the source can be read (`Readability`). */
	canary?: true;
	/** The interval that an operator pinned for each of them, ms. */
	pinMs?: number;
}

interface PlanOptions {
	source: Pick<Source, 'batchSize' | 'together'>;
	lanes: Lanes;
	/** Products of one class are checked together, as far as batches can be filled; those of a higher class first. */
	classOf?: (region: Region, sku: string) => number;
	scope: Pick<Scope, 'productOf' | 'hostOf' | 'pinOf'>;
	/** The minimum time until the source is asked again which products it reads together, ms. */
	intervalMs: number;
}

/** Divides the watched SKUs into the groups of each region and lane. Groups change as little as the SKUs do. */
export class Plan {
	readonly #options: PlanOptions;
	/** The SKUs that the source reads together with others, if it decides that by product. */
	#together: ReadonlyMap<string, Together> = new Map();
	#decideAt = 0;
	/** The current groups: one of each region after the other, so that the first round of no region waits for another. */
	groups: readonly Group[] = [];
	/** Those of each region, lane and key of products that are read together. */
	#byKey: ReadonlyMap<string, readonly Group[]> = new Map();

	constructor(options: PlanOptions) {
		this.#options = options;
	}

	/**
	 * Asks the source which products it can read together: it knows more of them after each check. New groups are checked
	 * at once, so this happens once per interval.
	 * @returns whether that has changed
	 */
	decide(watched: Watched): boolean {
		const { source, scope, intervalMs } = this.#options;
		if (!source.together || performance.now() < this.#decideAt) return false;
		this.#decideAt = performance.now() + intervalMs;
		const next = new Map<string, Together>();
		for (const sku of watched.keys()) {
			const together = source.together(scope.productOf(sku));
			if (together) next.set(sku, together);
		}
		const before = this.#together;
		this.#together = next;
		return next.size !== before.size || [...next].some(([sku, { key }]) => before.get(sku)?.key !== key);
	}

	/** The SKUs that are watched in a region, at a host for a source that reads several shops; in all lanes by default. */
	*skusAt(region: Region, host: string | null, lanes: readonly Lane[] = LANES): Generator<string> {
		for (const group of this.groups) {
			if (!lanes.includes(group.lane)) continue;
			if (group.region === region && this.#options.scope.hostOf(group.skus[0] ?? '') === host) yield* group.skus;
		}
	}

	/** @param regions those that are polled */
	update(watched: Watched, regions: readonly Region[]): readonly Group[] {
		const { lanes, scope, source, classOf } = this.#options;
		const sorted = [...watched.keys()].sort();
		const next = new Map<string, Group[]>();
		for (const region of regions) {
			for (const [lane, some] of Map.groupBy(sorted, (sku) => lanes.of(watched, sku, region))) {
				if (lane === null) continue;
				const togetherOf = (sku: string) => this.#together.get(sku)?.key ?? '';
				// Hot lists and launches are checked more often than any pin.
				const pinOf = (sku: string) => (lane === 'priority' ? null : scope.pinOf(sku, region));
				for (const skus of Map.groupBy(some, (sku) => `${pinOf(sku)} ${togetherOf(sku)}`).values()) {
					const [first = ''] = skus;
					const pinMs = pinOf(first);
					const own = pinMs === null ? { region, lane } : ({ region, lane: 'regular', pinMs } as const);
					const key = `${region} ${lane} ${pinMs} ${togetherOf(first)}`;
					const size = this.#together.get(first)?.max ?? source.batchSize;
					const old = this.#byKey.get(key)?.map((group) => group.skus) ?? [];
					const byClass = lane === 'regular' && pinMs === null && size > 1 ? classOf : undefined;
					const groups = regroup(old, skus, size, byClass && ((sku) => byClass(region, sku)));
					next.set(
						key,
						groups.map((group) => ({ ...own, skus: group })),
					);
				}
			}
		}
		this.#byKey = next;
		this.groups = interleaved(Map.groupBy([...next.values()].flat(), ({ region }) => region));
		return this.groups;
	}
}

/** The first of each list, then the second of each, and so on. */
function interleaved<T>(lists: ReadonlyMap<unknown, readonly T[]>): T[] {
	const all = [...lists.values()];
	const longest = Math.max(0, ...all.map(({ length }) => length));
	return Array.from({ length: longest }, (_, n) => all.flatMap((list) => list.slice(n, n + 1))).flat();
}

/** The lane whose round counts as the round of a region: the regular one if it has products there. */
export function mainLane(groups: readonly Group[]): Lane {
	const lanes = new Set(groups.map(({ lane }) => lane));
	return (['regular', 'priority', 'watched', 'rare'] as const).find((lane) => lanes.has(lane)) ?? 'regular';
}

/**
 * Groups SKUs into batches of at most `size`. Full batches whose SKUs are all still wanted are unchanged, so their
 * versions and times remain valid when a list changes. All other SKUs are grouped again, in the given order.
 * @param classOf SKUs of the highest class are grouped first, and only full batches of one class are unchanged
 */
export function regroup(
	batches: readonly (readonly string[])[],
	skus: readonly string[],
	size: number,
	classOf: (sku: string) => number = () => 0,
): (readonly string[])[] {
	const wanted = new Set(skus);
	const isKept = (batch: readonly string[]) => {
		const own = classOf(batch[0] ?? '');
		return batch.length === size && batch.every((sku) => wanted.has(sku) && classOf(sku) === own);
	};
	const kept = batches.filter(isKept);
	for (const sku of kept.flat()) wanted.delete(sku);
	const others = [...wanted].sort((one, other) => classOf(other) - classOf(one));
	return [...kept, ...chunks(others, size)];
}
