/** The currencies of ISO 4217 that do not have two decimals, by their number. */
const DECIMALS: readonly [number, string][] = [
	[0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
	[3, 'BHD IQD JOD KWD LYD OMR TND'],
	[4, 'CLF UYW'],
];
const DIGITS = new Map(DECIMALS.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)));

/**
 * The number of decimals of a currency by ISO 4217, in which shops and monitors count: 2 for USD, 0 for JPY. Intl's differs: it is
 * that of written amounts (0 for forints and rupiah), and another one in other browsers.
 */
export function minorDigits(currency: string): number {
	return DIGITS.get(currency) ?? 2;
}

/**
 * Formats an amount in minor units: `$205.00`, `¥17,380`.
 * @param language a language tag; English by default
 */
export function formatMoney(minor: number, currency: string, language?: string): string {
	const amount = minor / 10 ** minorDigits(currency);
	return formatter(currency, language)?.format(amount) ?? `${amount} ${currency}`;
}

/** An amount that was typed, such as `205` or `189,99`, in minor units. Null for anything else. */
export function parseMoney(text: string, currency: string): number | null {
	const { whole, part = '' } = /^(?<whole>\d{1,9})(?:[.,](?<part>\d+))?$/.exec(text.trim())?.groups ?? {};
	const digits = minorDigits(currency);
	if (whole === undefined || part.length > digits) return null;
	return Number(whole + part.padEnd(digits, '0'));
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
