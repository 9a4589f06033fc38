import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePages } from './usePages.ts';

afterEach(() => vi.unstubAllGlobals());

test('rows of one filter are never shown as those of another, however slow the server is', async () => {
	const answers: Record<string, PromiseWithResolvers<Response>> = {};
	vi.stubGlobal('fetch', (path: string) => {
		answers[path] ??= Promise.withResolvers();
		return answers[path].promise;
	});
	const answer = (path: string, slugs: readonly string[]) =>
		act(async () => answers[path]?.resolve(Response.json({ data: slugs.map((slug) => ({ slug })), nextCursor: null })));
	const { result, rerender } = renderHook(({ text }) => usePages('shortUrls', text === '' ? {} : { text }, 60_000), {
		initialProps: { text: 'nike' },
	});
	await answer('/url/list?text=nike', []);
	await vi.waitFor(() => expect(result.current.data).toEqual([]));
	rerender({ text: '' });
	expect(result.current.data).toBeUndefined();
	await answer('/url/list', ['a']);
	await vi.waitFor(() => expect(result.current.data).toEqual([{ slug: 'a' }]));
});
