import type { ProductEventRow } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';

/** How often the newest events are read, ms. */
const EVERY_MS = 20_000;
/** Events of a read: a list of one brand's products picks from all of them. */
const READ = 40;

/** The newest events that the user can read. @param everyMs how often they are read again; 0 for never */
export function useLatest(everyMs = EVERY_MS) {
	return useCall('events', { limit: READ }, { refreshInterval: everyMs });
}

/** The fields of a snapshot that the page shows; the contract does not define a snapshot's fields. */
interface Shown {
	title?: string;
	image?: string | null;
	url?: string | null;
	sizes?: readonly { size: string; available: boolean | null }[];
}

/** The product of an event, as it is after it, or was before it was gone. */
export function productOf({ before, after }: Pick<ProductEventRow, 'before' | 'after'>): Shown {
	return ((after ?? before) as Shown | null) ?? {};
}
