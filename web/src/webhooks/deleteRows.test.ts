import { afterEach, expect, test, vi } from 'vitest';
import { currentDeletions, deleteLater, dismissFailure, flushDeletions } from '../ui/deletions.ts';
import { deleteRows } from './useOperatorRows.ts';

afterEach(() => vi.unstubAllGlobals());

const rowsNamed = (labels: readonly string[]) =>
	labels.map((label) => ({ brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS', label, value: 'x' }));

test.each([
	[['Lounge'], 'Lounge was not deleted: its URL has been changed elsewhere.'],
	[['Lounge', 'Cellar'], 'Lounge, Cellar were not deleted: their URLs have been changed elsewhere.'],
	[
		['a', 'b', 'c', 'd', 'e', 'f', 'g'],
		'a, b, c, d, e and 2 more were not deleted: their URLs have been changed elsewhere.',
	],
])('a partial deletion names the kept rows: %j', async (kept, text) => {
	const data = [
		{ row: 0, outcome: 'removed' },
		...kept.map((_, at) => ({ row: at + 1, outcome: 'unchanged', kept: true })),
	];
	vi.stubGlobal('fetch', async () => Response.json({ data }));
	deleteLater('rows', { done: 'Deleted', infinitive: 'delete' }, () => deleteRows(rowsNamed(['gone', ...kept])));
	await flushDeletions();
	const { deletions, failures } = currentDeletions();
	expect(deletions).toEqual([]);
	expect(failures.map((failure) => failure.text)).toEqual([text]);
	for (const { id } of failures) dismissFailure(id);
});
