import type { ProductSnapshot } from '@dropwire/retailers';
import { aSnapshot } from '../testing.ts';

/** What a check is about, at a source that announces launches. */
export const options = { watched: ['STOCK', 'RESTOCK', 'STATUS', 'PRICE'], announcesLaunches: true } as const;
/** The moment of a check, epoch ms. */
export const AT = 1_790_000_000_000;
/** What was known before it, about a product that was checked 30 s ago. */
export const known = {
	snapshot: aSnapshot(),
	goneChecks: 0,
	stockPublishedAt: null,
	checkedAt: AT - 30_000,
	buyableSince: AT - 3_600_000,
};
/** An answer that was read. */
export const read = (snapshot: ProductSnapshot) => ({ kind: 'read', snapshot }) as const;
