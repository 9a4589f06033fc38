import { z } from 'zod';
import type { Price } from '../../snapshot/snapshot.ts';
import { amount, lenient, readAs } from '../fields.ts';
import { priceOf } from '../money.ts';
import { isRefused, renewed, type ShopReading, type ShopRefusal } from '../reading.ts';
import { flag } from './page.ts';

/**
 * HP's price service, `/us-en/shop/HPServices?action=pid`, for many products at once. KNOWN ONLY FROM CODE that parses it
 * (two public projects, 2024 and 2025); no answer is recorded. Each guess is one line.
 */
const GUESS = {
	/** The store in the US. */
	store: { storeId: '10151', catalogId: '10051', langId: '-1' },
	/** `lPrice` is the list price, `price` the current one. */
	price: (row: Row, currency: string) => priceOf(row.price, row.lPrice, currency),
	/** Both flags allow an order; one that forbids it is enough to refuse it. */
	available: ({ availableOnline: online, canAddToCart: cart }: Row) => {
		if (online === false || cart === false) return false;
		return online === true && cart === true ? true : null;
	},
};

const Row = z.object({
	partNumber: z.string(),
	price: lenient(amount),
	lPrice: lenient(amount),
	availableOnline: lenient(flag),
	canAddToCart: lenient(flag),
});
type Row = z.infer<typeof Row>;

export interface HpOffer {
	price: Price | null;
	available: boolean | null;
}

/** The offers by part number. Rows without a price are left out: HP answers 0 for products that it does not sell. */
export function readHpPrices(json: unknown, currency: string): Map<string, HpOffer> | ShopRefusal {
	const answer = readAs(z.object({ priceData: z.array(Row) }), json, "HP's price data");
	if (isRefused(answer)) return answer;
	const offers = answer.data.priceData.map(
		(row) => [row.partNumber, { price: GUESS.price(row, currency), available: GUESS.available(row) }] as const,
	);
	return new Map(offers.filter(([, { price }]) => price !== null));
}

/**
 * A page's product with the service's newer offer. Null if only its page says how it can be had: the service says nothing
 * about its stock, or offers one that was not in stock. It offers a pre-order in the same way.
 */
export function withHpOffer(product: ShopReading, offers: ReadonlyMap<string, HpOffer>): ShopReading | null {
	const offer = offers.get(product.sku ?? '');
	if (!offer || offer.available === null || (offer.available && product.available !== true)) return null;
	const { price, available } = offer;
	return renewed(product, { price, stock: { available } });
}

/** The path of the service for products with these numbers (`ShopReading.offerIds`). */
export function hpPricesPath(productIds: readonly string[]): string {
	const query = new URLSearchParams({ action: 'pid', catentryId: productIds.join(), ...GUESS.store });
	return `/us-en/shop/HPServices?${query}`;
}
