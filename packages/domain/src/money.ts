/** The number of decimals of a currency: 2 for USD, 0 for JPY. */
export function minorDigits(currency: string): number {
	return formatter(currency)?.resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Formats an amount in minor units: `$205.00`, `¥17,380`.
 * @param language a language tag; English by default
 */
export function formatMoney(minor: number, currency: string, language?: string): string {
	const amount = minor / 10 ** minorDigits(currency);
	return formatter(currency, language)?.format(amount) ?? `${amount} ${currency}`;
}

const formatters = new Map<string, Intl.NumberFormat | null>();

/** Null for a code that is not a currency. Formatters are cached: making one costs more than using it. */
function formatter(currency: string, language = 'en-US'): Intl.NumberFormat | null {
	const key = `${language} ${currency}`;
	let cached = formatters.get(key);
	if (cached === undefined) {
		cached = /^[A-Z]{3}$/.test(currency) ? new Intl.NumberFormat(language, { style: 'currency', currency }) : null;
		if (formatters.size < 200) formatters.set(key, cached);
	}
	return cached;
}
