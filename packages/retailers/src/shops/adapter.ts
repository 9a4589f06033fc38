import type { ShopAdapter } from '@dropwire/domain';
import type { ShopReading, ShopRefusal } from '../formats/reading.ts';
import type { Visit } from './visit.ts';

/** A product, and the format in which it was read. */
export interface ReadProduct {
	adapter: ShopAdapter;
	reading: ShopReading;
}

/**
 * Reads the product of a link in one format: it knows which addresses of the shop have the product, and which readers read
 * them. Null if the shop does not have this format.
 */
export type Adapter = (link: string, visit: Visit) => Promise<ShopReading | ShopRefusal | null>;
