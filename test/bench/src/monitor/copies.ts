/**
 * Many products from one: in the text of the n-th copy, the style and the internal number of the original product are
 * replaced by marks that contain n.
 */
export interface Original {
	/** The part of the SKU that differs between copies. */
	style: string;
	/** The shop's internal number, seven digits. */
	number: number;
}

/** The marks of styles (`Z00017`; ASICS' have the form `9000X017`) and of numbers (`5000017`). */
const MARKS = /z\d{5}|9\d{3}x\d{3}|(?<!\d)50\d{5}/gi;
/** ASICS' styles: four digits, a letter and three digits. */
const ASICS_STYLE = /^\d{4}[A-Z]\d{3}$/;

const digits = (n: number, length: number) => String(n).padStart(length, '0');

/** The style of the n-th copy, n below 100,000. */
export function styleOfCopy({ style }: Original, n: number): string {
	return ASICS_STYLE.test(style) ? `9${digits(Math.floor(n / 1000), 3)}X${digits(n % 1000, 3)}` : `Z${digits(n, 5)}`;
}

/** A text about the original as one about the n-th copy. */
export function textOfCopy(text: string, original: Original, n: number): string {
	const style = styleOfCopy(original, n);
	return text
		.replaceAll(original.style, style)
		.replaceAll(original.style.toLowerCase(), style.toLowerCase())
		.replaceAll(String(original.number), `50${digits(n, 5)}`);
}

/** A text about a copy as one about the original, and which copy it was; null for none. */
export function textOfOriginal(text: string, { style, number }: Original): { text: string; n: number | null } {
	let n: number | null = null;
	const original = text.replace(MARKS, (mark) => {
		n = Number(
			mark
				.replace(/^50/, '')
				.replaceAll(/[^\d]/g, '')
				.replace(/^9(?=\d{6}$)/, ''),
		);
		if (/^\d+$/.test(mark)) return String(number);
		return mark === mark.toLowerCase() ? style.toLowerCase() : style;
	});
	return { text: original, n };
}
