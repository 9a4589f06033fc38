import type { Brand, EventKind, Region } from '@dropwire/db/topics';
import type { ProductSnapshot } from '../sources/source.ts';

/** What a look at a product brought that the last look had not. `before` is null when it was not there, `after` when it is gone. */
export interface ProductEvent {
	source: Brand;
	sku: string;
	region: Region;
	kind: EventKind;
	before: ProductSnapshot | null;
	after: ProductSnapshot | null;
	/** When the answer that brought it was read, epoch ms. */
	at: number;
}
