import type { Region } from '@dropwire/domain';
import type { Source } from '@dropwire/retailers';
import { regroup } from './grouping.ts';
import type { Lane, Lanes } from './lanes.ts';
import type { Watched } from './watchLists.ts';

/** SKUs of one region and lane, which are checked in one call. */
export interface Group {
	region: Region;
	lane: Lane;
	skus: readonly string[];
	/** A product that is not watched, but shows whether the source can be read (`Readability`). */
	canary?: true;
}

/** Divides the watched SKUs into the groups of each region and lane. Groups change as little as the SKUs do. */
export class Plan {
	readonly #source: Pick<Source, 'batchSize'>;
	readonly #lanes: Lanes;
	/** The current groups. */
	groups: readonly Group[] = [];

	constructor(source: Pick<Source, 'batchSize'>, lanes: Lanes) {
		this.#source = source;
		this.#lanes = lanes;
	}

	/** @param regions those that are polled */
	update(watched: Watched, regions: readonly Region[]): readonly Group[] {
		const sorted = [...watched.keys()].sort();
		const before = Map.groupBy(this.groups, keyOf);
		this.groups = regions.flatMap((region) => {
			const skus = Map.groupBy(sorted, (sku) => this.#lanes.of(watched, sku, region));
			return [...skus].flatMap(([lane, some]) => {
				if (lane === null) return [];
				const old = before.get(keyOf({ region, lane }))?.map((group) => group.skus) ?? [];
				return regroup(old, some, this.#source.batchSize).map((group) => ({ region, lane, skus: group }));
			});
		});
		return this.groups;
	}
}

function keyOf({ region, lane }: Pick<Group, 'region' | 'lane'>): string {
	return `${region} ${lane}`;
}

/** The lane whose round counts as the round of a region: the regular one if it has products there. */
export function mainLane(groups: readonly Group[]): Lane {
	const lanes = new Set(groups.map(({ lane }) => lane));
	return (['regular', 'priority', 'rare'] as const).find((lane) => lanes.has(lane)) ?? 'regular';
}
