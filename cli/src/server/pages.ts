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
