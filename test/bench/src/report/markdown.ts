/** Lines of a Markdown table. A `|` in a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
	const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}

/** The mark of a missed aim, which `npm run bench -- --check` searches for. */
export const MISSED = '**missed**';

/** One aim of a benchmark with its measured value. */
export interface Aim {
	what: string;
	database: string;
	aim: string;
	measured: string;
	met: boolean;
}

/** A table of aims. Every row ends with `met` or `missed`. */
export function aimTable(aims: readonly Aim[]): string[] {
	return table(
		['what', 'database', 'aim', 'measured', ''],
		aims.map(({ what, database, aim, measured, met }) => [what, database, aim, measured, met ? 'met' : MISSED]),
	);
}
