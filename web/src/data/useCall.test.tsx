import { ApiError } from '@dropwire/bff/contract';
import { renderHook, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { reasonOf, useCall } from './useCall.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: unknown) =>
	vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
const wrapper = ({ children }: { children: React.ReactNode }) => (
	<SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
);
const asking = () => renderHook(() => useCall('skus', { type: 'MONITOR1' }), { wrapper });

test("a question gives the answer, or the server's reason", async () => {
	answer(200, { data: [] });
	const fine = asking();
	await waitFor(() => expect(fine.result.current.data).toEqual({ data: [] }));
	answer(503, { error: { code: 'not_ready', message: 'The engine is not usable.' } });
	const refused = asking();
	await waitFor(() => expect(refused.result.current.error?.message).toBe('The engine is not usable.'));
	expect(refused.result.current.data).toBeUndefined();
});

test('a proxy that answers HTML, and a network that is gone, are failures with words', async () => {
	answer(502, '<html>Bad gateway</html>');
	const proxied = asking();
	await waitFor(() => expect(proxied.result.current.error).toMatchObject({ status: 502, code: 'unreachable' }));
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	const offline = asking();
	await waitFor(() => expect(offline.result.current.error?.message).toContain('cannot be reached'));
});

test('what is asked again and again goes on after a failure, but not after a refusal', async () => {
	const polling = (type: 'MONITOR1' | 'MONITOR2') =>
		renderHook(() => useCall('skus', { type }, { refreshInterval: 30 }), { wrapper });
	answer(502, '<html>Bad gateway</html>');
	const question = polling('MONITOR1');
	await waitFor(() => expect(question.result.current.error).toBeDefined());
	answer(200, { data: [] });
	await waitFor(() => expect(question.result.current).toMatchObject({ data: { data: [] }, error: undefined }));
	question.unmount();

	const refuse = vi.fn<typeof fetch>(
		async () => new Response(JSON.stringify({ error: { code: 'forbidden', message: 'No.' } }), { status: 403 }),
	);
	vi.stubGlobal('fetch', refuse);
	const refused = polling('MONITOR2');
	await waitFor(() => expect(refused.result.current.error).toBeDefined());
	// That nothing is asked has no moment to wait for: five of its intervals pass.
	await new Promise((resolve) => setTimeout(resolve, 150));
	expect(refuse).toHaveBeenCalledTimes(1);
});

test('a reason is told for its field, else as a whole', () => {
	const error = new ApiError(400, {
		code: 'invalid_input',
		message: 'Please check.',
		fields: { webHook: 'must be a URL' },
	});
	expect(reasonOf(error, 'webHook')).toBe('This must be a URL.');
	expect(reasonOf(error, 'label')).toBe('Please check.');
	expect(reasonOf(new Error('bug'))).toContain('Something went wrong');
});
