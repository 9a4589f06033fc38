import { afterEach, expect, test, vi } from 'vitest';
import { DeletionPacer } from './deletionPacer.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
	['sqlite', 125],
	['mysql', 500],
] as const)('after a deletion of 250 rows in 20 ms, %s deletes %i in the next one', async (dialect, rows) => {
	const pace = new DeletionPacer({ dialect }, new AbortController().signal);
	vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(20);
	await pace.delete(pace.rows, async () => pace.rows);
	expect(pace.rows).toBe(rows);
});
