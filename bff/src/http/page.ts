/** A page of a list, with the cursor of the next page; null on the last page. */
export interface PageOf<Row> {
	rows: Row[];
	nextCursor: string | null;
}

/**
 * Reads a page of `size` rows, plus one row to detect whether another page follows.
 * @param query a query with its order and the start of the page already set
 * @param cursorOf returns the cursor that continues after a row; by default its id
 */
export async function readPage<Row extends object>(
	query: { limit(rows: number): PromiseLike<readonly Row[]> },
	size: number,
	cursorOf: (last: Row) => string = (last) => String((last as { id?: unknown }).id),
): Promise<PageOf<Row>> {
	const found = await query.limit(size + 1);
	const rows = found.slice(0, size);
	const last = rows.at(-1);
	return { rows, nextCursor: found.length > size && last ? cursorOf(last) : null };
}
