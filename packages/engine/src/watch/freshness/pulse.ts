import { type Region, sourceNameOf } from '@dropwire/domain';
import type { Source } from '@dropwire/retailers';
import type { SourceState } from '../../sources/readSources.ts';
import { type Lane, LANES, type Rounds } from '../schedule/lanes.ts';
import { type Group, mainLane } from '../schedule/plan.ts';

/** What this process checks in a lane of a region, and how long one check of all of it takes within the budget, ms. */
export interface LanePulse {
	lane: Lane;
	watched: number;
	roundMs: number;
}

/** The state of a source in a region, for people to read. */
export interface RegionPulse {
	source: string;
	region: Region;
	/** The number of SKUs that this process checks; 0 without an active subscription. */
	watched: number;
	/** The round of the regular lane, ms; of the priority or the rare lane in a region that has no other. */
	roundMs: number;
	/** The lanes with products in this region. */
	lanes: readonly LanePulse[];
	/** Since when a product has been blocked, and why; null if none is. */
	blockedSince: number | null;
	blockedReason: string | null;
}

/** One row per region of a source, from what is checked and how that went. */
export function pulseOf(
	source: Pick<Source, 'name' | 'offer' | 'regions'>,
	{ groups, rounds, states }: { groups: readonly Group[]; rounds: Rounds; states: readonly SourceState[] },
): RegionPulse[] {
	const byRegion = Map.groupBy(groups, ({ region }) => region);
	return source.regions.map((region) => {
		const own = byRegion.get(region) ?? [];
		const byLane = Map.groupBy(own, ({ lane }) => lane);
		const lanes = LANES.filter((lane) => byLane.has(lane)).map((lane) => ({
			lane,
			watched: byLane.get(lane)?.reduce((sum, { skus }) => sum + skus.length, 0) ?? 0,
			roundMs: rounds[lane],
		}));
		const blocked = states.find((state) => state.region === region && state.blockedSince !== null);
		return {
			source: sourceNameOf(source),
			region,
			watched: lanes.reduce((sum, { watched }) => sum + watched, 0),
			roundMs: own.length > 0 ? rounds[mainLane(own)] : 0,
			lanes,
			blockedSince: blocked?.blockedSince ?? null,
			blockedReason: blocked?.blockedReason ?? null,
		};
	});
}
