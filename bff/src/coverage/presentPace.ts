import type { CheckInterval } from '@dropwire/contract';
import { MARKET_ZONES, type PlacePace, type Region } from '@dropwire/domain';

/** How often products of a region are checked, for people to read. */
export function presentPace({ usual, ...pace }: PlacePace, region: Region, waiting: number): CheckInterval {
	return { ...pace, waiting, usual: usual && { ...usual, zone: MARKET_ZONES[region] } };
}
