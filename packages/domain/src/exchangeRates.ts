import { minorDigits } from './money.ts';

/** The value of one euro in other currencies on a day: reference rates of the European Central Bank. */
export interface ExchangeRates {
	/** `2026-11-20`. */
	date: string;
	/** By the currency's code. */
	perEuro: Readonly<Record<string, number>>;
}

/**
 * Converts an amount in minor units.
 * @returns minor units of the other currency; null if it has no rate, or the amount's own has none
 */
export function convertMoney(minor: number, from: string, to: string, { perEuro }: ExchangeRates): number | null {
	const [one, other] = [from, to].map((currency) => (currency === 'EUR' ? 1 : perEuro[currency]));
	if (one === undefined || other === undefined) return null;
	return Math.round((minor / 10 ** minorDigits(from) / one) * other * 10 ** minorDigits(to));
}
