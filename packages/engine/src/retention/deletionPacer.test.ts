import { afterEach, expect, test, vi } from 'vitest';
import { DeletionPacer } from './deletionPacer.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
	[20, 'sqlite', 125],
	[20, 'mysql', 500],
	[100, 'sqlite', 50],
	[100, 'mysql', 250],
] as const)('after a deletion of 250 rows in %i ms, %s deletes %i in the next one', async (ms, dialect, rows) => {
	const pace = new DeletionPacer({ dialect }, new AbortController().signal);
	vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(ms);
	await pace.delete(pace.rows, async () => pace.rows);
	expect(pace.rows).toBe(rows);
});
