/**
 * The characters that spreadsheets treat as the start of a formula, with their full-width forms. A tab or CR can hide
 * one.
 */
const FORMULA = '[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]';
const RISKY = new RegExp(`^'*${FORMULA}`);
const NEUTRALIZED = new RegExp(`^'+${FORMULA}`);

/**
 * A CSV cell that no spreadsheet runs as a formula: a leading quote makes it text. Text that already looks neutralized
 * gets one more quote, so that `plainCell` restores every text exactly.
 */
export function neutralCell(text: string): string {
	return RISKY.test(text) ? `'${text}` : text;
}

/** Restores the text that was passed to `neutralCell`. */
export function plainCell(cell: string): string {
	return NEUTRALIZED.test(cell) ? cell.slice(1) : cell;
}

/** A line of a CSV file (RFC 4180), no cell of which is a formula. */
export function csvLine(cells: readonly string[]): string {
	const quoted = cells.map((cell) => {
		const text = neutralCell(cell);
		return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	});
	return `${quoted.join(',')}\n`;
}
