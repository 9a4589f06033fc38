/**
 * Reads a price in any of the usual notations: a comma or point before exactly three digits separates thousands, as in
 * 1,200; any other is the decimal separator, as in 99,90.
 * @returns NaN for any other text
 */
export function amountOf(typed: string): number {
	const text = typed.replaceAll(/[\s'’\p{Sc}]/gu, '');
	const match = /^(?<whole>[1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*|\d*)(?:[.,](?<cents>\d*))?$/.exec(text);
	const { whole = '', cents = '' } = match?.groups ?? {};
	return match ? Number(`${whole.replaceAll(/[.,]/g, '')}.${cents}`) : Number.NaN;
}
