/** How many digits a currency's minor unit has: 2 for USD, 0 for JPY. */
export function minorDigits(currency: string): number {
	return formatter(currency)?.resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount in minor units as people write it: `$205.00`, `¥17,380`. */
export function formatMoney(minor: number, currency: string): string {
	const amount = minor / 10 ** minorDigits(currency);
	return formatter(currency)?.format(amount) ?? `${amount} ${currency}`;
}

const formatters = new Map<string, Intl.NumberFormat | null>();

/** Null for what is no currency. Kept, since making one costs more than using it. */
function formatter(currency: string): Intl.NumberFormat | null {
	let known = formatters.get(currency);
	if (known === undefined) {
		known = /^[A-Z]{3}$/.test(currency) ? new Intl.NumberFormat('en-US', { style: 'currency', currency }) : null;
		if (formatters.size < 200) formatters.set(currency, known);
	}
	return known;
}
