import { minorDigits } from '@dropwire/domain';
import type { Price } from '../snapshot/snapshot.ts';
import { amountIn, isWrittenWhole } from './priceText.ts';

/** An amount as shops write it: a number or text in the main unit (`65`, `"1,299.00"`, `"$54.99"`). */
export type Amount = string | number | null | undefined;

/** The largest amount of a price that clients and stored events know, in the minor unit. */
const MAX_MINOR = 1e12;
/**
 * How many nines are a shop's placeholder for a price that it does not name: 999999. In currencies whose amounts are
 * written without decimals, prices such as 9,999,999 exist.
 */
const NINES = 6;
const NINES_OF_WHOLE_AMOUNTS = 8;

/**
 * The price from amounts in the main unit. Null without a currency, with a text that is not one amount (`amountIn`), and
 * with an amount that is a shop's placeholder: 0, negative, or 999999. A full price below the current one is ignored.
 */
export function priceOf(current: Amount, full: Amount, currency: string | null | undefined): Price | null {
	const code = currencyCode(currency);
	return code ? priceInMinor(minorUnits(current, code), minorUnits(full, code), code) : null;
}

/** The price from amounts that are already in the currency's minor unit. */
export function priceInMinor(
	current: number | null | undefined,
	full: number | null | undefined,
	currency: string | null | undefined,
): Price | null {
	const code = currencyCode(currency);
	if (!code || !isAmount(current, code)) return null;
	return { current, full: isAmount(full, code) ? Math.max(full, current) : current, currency: code };
}

/** The lowest of several prices; null without any, or if their currencies differ. */
export function lowestPrice(prices: readonly (Price | null)[]): Price | null {
	const known = prices.filter((price) => price !== null);
	if (new Set(known.map(({ currency }) => currency)).size > 1) return null;
	return known.reduce<Price | null>((low, price) => (low && low.current <= price.current ? low : price), null);
}

/** An ISO 4217 code in upper case; null for anything else, also for symbols: `$` is the sign of 20 currencies. */
export function currencyCode(text: string | null | undefined): string | null {
	const code = text?.trim().toUpperCase() ?? '';
	return /^[A-Z]{3}$/.test(code) ? code : null;
}

function minorUnits(amount: Amount, currency: string): number | null {
	// A number has lost its form: 12.99 may have been 12.990.
	const text = typeof amount === 'number' && isWrittenWhole(currency) ? String(amount) : amount;
	const value = typeof text === 'string' ? amountIn(text, currency) : (text ?? null);
	return value === null ? null : Math.round(value * 10 ** minorDigits(currency));
}

/** Whether an amount in the minor unit can be a price: not zero, not negative, not too large, and no placeholder. */
function isAmount(minor: number | null | undefined, currency: string): minor is number {
	if (!minor || !Number.isInteger(minor) || minor < 0 || minor > MAX_MINOR) return false;
	const main = String(Math.floor(minor / 10 ** minorDigits(currency)));
	return !/^9+$/.test(main) || main.length < (isWrittenWhole(currency) ? NINES_OF_WHOLE_AMOUNTS : NINES);
}
