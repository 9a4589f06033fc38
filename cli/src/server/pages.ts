/** The rows of a paged call, page by page. */
export async function* pagesOf<Row>(
	page: (at: { cursor?: string }) => Promise<{ data: readonly Row[]; nextCursor: string | null }>,
): AsyncGenerator<readonly Row[]> {
	for (let cursor: string | undefined; ;) {
		const { data, nextCursor } = await page(cursor === undefined ? {} : { cursor });
		yield data;
		if (nextCursor === null) return;
		cursor = nextCursor;
	}
}

/** The first `limit` rows of pages. */
export async function firstOf<T>(pages: AsyncIterable<readonly T[]>, limit: number): Promise<T[]> {
	const rows: T[] = [];
	for await (const page of pages) {
		// One by one: as arguments of `push`, the rows of a large page would exceed the stack.
		for (const row of page.slice(0, limit - rows.length)) rows.push(row);
		if (rows.length >= limit) break;
	}
	return rows;
}
