import { minorDigits } from '@dropwire/domain';
import type { Price } from '../sources/source.ts';

/** An amount as shops write it: a number or text in the main unit (`65`, `"1,299.00"`, `"$54.99"`). */
export type Amount = string | number | null | undefined;

/**
 * The price from amounts in the main unit. Null without a currency or with an amount that could mean two things; a price
 * of 0 is a shop's placeholder. A full price below the current one is ignored.
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
	if (!code || !current || !Number.isInteger(current) || current < 0) return null;
	return { current, full: full && Number.isInteger(full) ? Math.max(full, current) : current, currency: code };
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
	const digits = minorDigits(currency);
	const value = typeof amount === 'string' ? decimal(amount, digits) : (amount ?? null);
	return value === null || !Number.isFinite(value) ? null : Math.round(value * 10 ** digits);
}

/**
 * The number in a price's text. Null where a separator could be the decimal point or the thousands separator: `1.299`
 * in euros is neither 1.299 nor surely 1,299.
 */
function decimal(text: string, digits: number): number | null {
	const [amount = '', ...others] =
		text.match(/\d[\d.,'\s]*/g)?.map((part) => part.replaceAll(/[\s']|[.,]$/g, '')) ?? [];
	if (others.length > 0 || /-\s*\d/.test(text)) return null;
	// Groups of three that can only be thousands: several of them, or in a currency without decimals.
	if (/^\d{1,3}(\.\d{3}){2,}$/.test(amount) || (digits === 0 && /^\d{1,3}\.\d{3}$/.test(amount))) {
		return Number(amount.replaceAll('.', ''));
	}
	if (/^\d+(\.\d+)?$/.test(amount)) return digits !== 3 && /\.\d{3}$/.test(amount) ? null : Number(amount);
	// Thousands, and India's hundred thousands: `1,29,900.00`.
	if (/^(\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})*,\d{3})(\.\d{1,3})?$/.test(amount)) {
		return digits === 3 && !/[,.].*[,.]/.test(amount) ? null : Number(amount.replaceAll(',', ''));
	}
	if (/^(\d{1,3}(\.\d{3})+|\d+),\d{1,2}$/.test(amount)) return Number(amount.replaceAll('.', '').replace(',', '.'));
	return null;
}
