import { ApiError } from '@dropwire/contract';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ago } from '../ui/format.ts';
import { reasonOf, useCall } from './useCall.ts';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const answer = (status: number, body: unknown) =>
	vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
const wrapper = ({ children }: { children: React.ReactNode }) => (
	<SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
);
const reading = () => renderHook(() => useCall('skus', { type: 'MONITOR1' }), { wrapper });

test("a read gives the data, or the server's error", async () => {
	answer(200, { data: [] });
	const succeeded = reading();
	await waitFor(() => expect(succeeded.result.current.data).toEqual({ data: [] }));
	answer(503, { error: { code: 'not_ready', message: 'The engine is not usable.' } });
	const failed = reading();
	await waitFor(() => expect(failed.result.current.error?.message).toBe('The engine is not usable.'));
	expect(failed.result.current.data).toBeUndefined();
});

test('HTML answers and lost networks give readable errors', async () => {
	answer(502, '<html>Bad gateway</html>');
	const proxied = reading();
	await waitFor(() => expect(proxied.result.current.error).toMatchObject({ status: 502, code: 'unreachable' }));
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	const offline = reading();
	await waitFor(() => expect(offline.result.current.error?.message).toContain('cannot be reached'));
});

test('relative times advance while the data stay the same', async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const at = Date.now();
	answer(200, { data: [] });
	const { result } = renderHook(() => [useCall('skus', { type: 'MONITOR1' }).data, ago(at)], { wrapper });
	await act(() => vi.advanceTimersByTimeAsync(30_000));
	expect(result.current).toEqual([{ data: [] }, '30s ago']);
});

test('a polled call is retried after a failure, but not after a 4xx answer', async () => {
	const polling = (type: 'MONITOR1' | 'MONITOR2') =>
		renderHook(() => useCall('skus', { type }, { refreshInterval: 30 }), { wrapper });
	answer(502, '<html>Bad gateway</html>');
	const call = polling('MONITOR1');
	await waitFor(() => expect(call.result.current.error).toBeDefined());
	answer(200, { data: [] });
	await waitFor(() => expect(call.result.current).toMatchObject({ data: { data: [] }, error: undefined }));
	call.unmount();

	const reject = vi.fn<typeof fetch>(
		async () => new Response(JSON.stringify({ error: { code: 'forbidden', message: 'No.' } }), { status: 403 }),
	);
	vi.stubGlobal('fetch', reject);
	const rejected = polling('MONITOR2');
	await waitFor(() => expect(rejected.result.current.error).toBeDefined());
	// No event shows that nothing was sent, so the test waits for five intervals.
	await new Promise((resolve) => setTimeout(resolve, 150));
	expect(reject).toHaveBeenCalledTimes(1);
});

test('the text of an error is its message for the given field, else its general message', () => {
	const error = new ApiError(400, {
		code: 'invalid_input',
		message: 'Invalid input.',
		fields: { webHook: 'must be a URL' },
	});
	expect(reasonOf(error, 'webHook')).toBe('This must be a URL.');
	expect(reasonOf(error, 'label')).toBe('Invalid input.');
	expect(reasonOf(new Error('bug'))).toContain('Something went wrong');
});
