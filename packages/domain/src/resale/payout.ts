import type { ResaleFee } from './fees.ts';

/** The parts of 100 %: percents have at most three decimals. */
const WHOLE = 100_000;

/**
 * What a seller gets for a sale, in minor units: the price minus the market's fees. Each share is rounded, halves up. Negative if the fees exceed the price.
 * @param price in minor units of the fee's currency
 */
export function payoutOf(
	price: number,
	{ percent, payment, fixed, shipping }: Pick<ResaleFee, 'percent' | 'payment' | 'fixed' | 'shipping'>,
): number {
	return price - shareOf(price, percent) - shareOf(price, payment) - fixed - shipping;
}

/**
 * As `payoutOf`, for a price in any currency: null where fixed amounts are in another one, since no rate is the market's.
 */
export function payoutIn(price: number, currency: string, fee: ResaleFee): number | null {
	const isComparable = currency === fee.currency || (fee.fixed === 0 && fee.shipping === 0);
	return isComparable ? payoutOf(price, fee) : null;
}

/** A payout against what was paid, both in minor units of one currency. */
export interface Profit {
	profit: number;
	/** Of what was paid, with one decimal, halves up; null if nothing was paid. */
	percent: number | null;
}

export function profitOf(payout: number, paid: number): Profit {
	const profit = payout - paid;
	return { profit, percent: paid > 0 ? Math.round((profit * 1000) / paid) / 10 : null };
}

/** In whole numbers: 8.1 % of 50 is exactly 4.05. */
function shareOf(price: number, percent: number): number {
	const parts = BigInt(Math.round((percent * WHOLE) / 100));
	return Number((BigInt(price) * parts + BigInt(WHOLE / 2)) / BigInt(WHOLE));
}
