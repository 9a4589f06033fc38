import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import TokenPortal from './TokenPortal.tsx';

const left = vi.fn<(url: string) => void>();
const fetched = vi.fn<(url: string, init: RequestInit) => Response | Promise<Response>>();
beforeEach(() => {
	left.mockClear();
	fetched.mockReset();
	fetched.mockImplementation((url) =>
		Response.json(url.includes('userportal/user') ? { discordId: '1', username: 'mia', avatar: null } : { data: null }),
	);
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => fetched(url, init));
	const { origin, href, pathname, search } = location;
	vi.stubGlobal('location', { origin, href, pathname, search, replace: left });
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

function open() {
	render(
		<SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
			<MemoryRouter>
				<TokenPortal />
			</MemoryRouter>
		</SWRConfig>,
	);
}
const tokenField = () => screen.findByLabelText<HTMLTextAreaElement>(/^Access token/);
const answerWithFailure = () => fetched.mockImplementation(() => new Response('Bad gateway', { status: 502 }));

test('a failed first read leads to the landing page', async () => {
	answerWithFailure();
	open();
	await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
});

test('a pasted token survives a failed read', async () => {
	open();
	const field = await tokenField();
	fireEvent.change(field, { target: { value: 'pasted' } });
	answerWithFailure();
	window.dispatchEvent(new Event('online'));
	await screen.findByText(/^Could not read whether a token is stored/);
	expect(left).not.toHaveBeenCalled();
	expect((await tokenField()).value).toBe('pasted');
});

test('a token that is pasted while another one is sent stays', async () => {
	open();
	const field = await tokenField();
	fireEvent.change(field, { target: { value: 'first' } });
	if (field.form) fireEvent.submit(field.form);
	fireEvent.change(field, { target: { value: 'second' } });
	await screen.findByText('Token sent successfully');
	expect(field.value).toBe('second');
});
