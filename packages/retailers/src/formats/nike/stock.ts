import { z } from 'zod';
import type { SizeStock } from '../../snapshot/snapshot.ts';
import { lenient, readAs } from '../fields.ts';
import { isRefused, type ShopRefusal } from '../reading.ts';

/**
 * Nike's stock levels, `/deliver/available_gtins/v3`. The form is recorded, for stock in a store (2024); the answer for
 * orders by post is known from public monitors. Each guess is one line.
 */
const GUESS = {
	/** `method` of stock in a store, which cannot be ordered by post. */
	inStore: 'INSTORE',
	/** As in the feed, a size without a row is not stocked, if the product has rows at all. */
	withoutRow: { available: false, level: 'OOS' } as const satisfies NikeStock,
};

const LEVELS = z.enum(['HIGH', 'MEDIUM', 'LOW', 'OOS']);
const Row = z.object({
	gtin: z.string(),
	styleColor: z.string(),
	available: z.boolean(),
	level: lenient(LEVELS),
	method: lenient(z.string()),
});
const Answer = z.object({ objects: z.array(Row) });

export interface NikeStock {
	available: boolean;
	level: SizeStock['level'];
}

/** Stock by gtin; empty if the answer has no rows of the product that can be ordered by post. */
export function readNikeStock(json: unknown, styleColor: string): Map<string, NikeStock> | ShopRefusal {
	const answer = readAs(Answer, json, "Nike's stock");
	if (isRefused(answer)) return answer;
	const own = answer.data.objects.filter((row) => row.styleColor === styleColor && row.method !== GUESS.inStore);
	return new Map(own.map(({ gtin, available, level = null }) => [gtin, { available, level }]));
}

/**
 * The feed's sizes with newer stock. Without any row of the product nothing is known that the feed does not report, so its
 * sizes are returned.
 */
export function mergeNikeStock<T extends { gtin: string; available: boolean | null; level: SizeStock['level'] }>(
	sizes: readonly T[],
	stock: ReadonlyMap<string, NikeStock>,
): T[] {
	if (stock.size === 0) return [...sizes];
	return sizes.map((size) => ({ ...size, ...(stock.get(size.gtin) ?? GUESS.withoutRow) }));
}
