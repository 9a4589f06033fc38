import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePages } from './usePages.ts';

afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('rows of the previous filter are not shown while the next loads', async () => {
	const answers: Record<string, PromiseWithResolvers<Response>> = {};
	vi.stubGlobal('fetch', (path: string) => {
		answers[path] ??= Promise.withResolvers();
		return answers[path].promise;
	});
	const answer = (path: string, ids: readonly string[]) =>
		act(async () => answers[path]?.resolve(Response.json({ data: ids.map((id) => ({ id })), nextCursor: null })));
	const { result, rerender } = renderHook(
		({ text }) => usePages('audit', text === '' ? {} : { object: text }, 60_000),
		{
			initialProps: { text: 'nike' },
		},
	);
	await answer('/api/audit?object=nike', []);
	await vi.waitFor(() => expect(result.current.data).toEqual([]));
	rerender({ text: '' });
	expect(result.current.data).toBeUndefined();
	await answer('/api/audit', ['a']);
	await vi.waitFor(() => expect(result.current.data).toEqual([{ id: 'a' }]));
});

test('frequent renders do not stop polling', async () => {
	vi.useFakeTimers();
	let reads = 0;
	vi.stubGlobal('fetch', async () => Response.json({ data: [{ id: `${++reads}` }], nextCursor: null }));
	const { result, rerender } = renderHook(() => usePages('audit', { object: 'polled' }, (rows) => rows.length * 5000));
	for (let second = 0; second < 12; second++) {
		await act(() => vi.advanceTimersByTimeAsync(1000));
		rerender();
	}
	expect(reads).toBe(3);
	expect(result.current.data).toEqual([{ id: '3' }]);
});
