import { type Brand, BRANDS } from './brands.ts';
import { longDurationText } from './durations.ts';
import { type Offer, OFFERS } from './offers.ts';
import type { Region } from './regions.ts';

/** What a change of the watch lists does to the time in which a source asks for every product once. */
export interface Round {
	source: Brand;
	/** The offer that the source reads: the new and the refurbished products of a brand are two rounds. */
	offer: Offer;
	/** The regions in which somebody gets its messages; nothing is asked for elsewhere. */
	regions: Region[];
	/** The SKUs that the change adds. */
	added: number;
	beforeMs: number;
	afterMs: number;
}

/** The load of a source: the SKUs that it asks for in each region. */
export interface Load {
	skusByRegion: readonly number[];
	batchSize: number;
	requestsPerBatch: number;
	requestsPerMinute: number;
	/** The shortest time between two checks of a product. */
	intervalMs: number;
}

/** The time in which a source asks for every product once: the interval, or longer if its budget is too small for that. */
export function roundMs({ skusByRegion, batchSize, requestsPerBatch, requestsPerMinute, intervalMs }: Load): number {
	const batches = skusByRegion.reduce((sum, skus) => sum + Math.ceil(skus / batchSize), 0);
	return Math.max(batches === 0 ? 0 : intervalMs, (batches * requestsPerBatch * 60_000) / requestsPerMinute);
}

/** `With these 2,000 SKUs, a round over NIKE US, JP takes 1 min 20 s (now 8 s).` */
export function roundText({ source, offer, regions, added, beforeMs, afterMs }: Round): string {
	const suffix = offer === 'NEW' ? '' : ` ${OFFERS[offer].name.toLowerCase()}`;
	if (regions.length === 0)
		return `${BRANDS[source].name}${suffix} has no active subscription, so this list is not polled.`;
	const now = afterMs === beforeMs ? ', as now' : beforeMs === 0 ? '' : ` (now ${longDurationText(beforeMs)})`;
	const time = `${longDurationText(afterMs)}${now}`;
	const skus = added === 1 ? 'this SKU' : `these ${added.toLocaleString('en')} SKUs`;
	const begin = added === 0 ? 'A' : `With ${skus}, a`;
	// Some shops answer for several links at once, which shows only when they are read.
	const max = source === 'SHOPS' ? 'at most ' : '';
	return `${begin} round over ${source}${suffix} ${regions.join(', ')} takes ${max}${time}.`;
}
