import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import RequestAccess from './RequestAccess.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test('a failure of the server is shown with Retry', async () => {
	let works = false;
	const answers: Record<string, unknown> = {
		'/api/userportal/user': { discordId: '1', username: 'mia', discriminator: '0', avatar: null, roles: [] },
		'/api/accessrequest': { listed: false, data: null, answeredWithinMs: null },
		'/api/site': { plans: [], inviteUrl: null, contactEmail: null },
	};
	vi.stubGlobal('fetch', async (url: string) =>
		works
			? Response.json(answers[new URL(url, 'http://localhost').pathname])
			: Response.json({ error: { code: 'internal', message: 'Something went wrong on our side.' } }, { status: 500 }),
	);
	render(
		<MantineProvider>
			<MemoryRouter>
				<RequestAccess />
			</MemoryRouter>
		</MantineProvider>,
	);
	expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.');
	works = true;
	fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
	await screen.findByText(/You are signed in as mia/);
	expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a request names who asks and the plan that was picked', async () => {
	const sent: unknown[] = [];
	const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
	const answers: Record<string, unknown> = {
		'/api/userportal/user': { discordId: '1', username: 'mia', discriminator: '0', avatar: null },
		'/api/accessrequest': { listed: false, data: null, answeredWithinMs: 3_600_000 },
		'/api/site': { plans: [{ name: 'Pro', price: '$30 a month', features: ['All regions'] }], inviteUrl: null },
	};
	vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
		if (method === 'POST') {
			sent.push(JSON.parse(body as string));
			await isStored;
		}
		return Response.json(answers[new URL(url, 'http://localhost').pathname]);
	});
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MemoryRouter>
				<RequestAccess />
			</MemoryRouter>
		</SWRConfig>,
	);
	fireEvent.click(await screen.findByLabelText('Reseller'));
	fireEvent.click(screen.getByLabelText('Pro, $30 a month'));
	await screen.findByText(/Half of the latest answers came within an hour/);
	fireEvent.click(screen.getByRole('button', { name: 'Request access' }));
	await vi.waitFor(() => expect(sent).toEqual([{ note: '', persona: 'reseller', plan: 'Pro' }]));
	// The form is gone with the answer, and with it what is typed until then.
	expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note/).readOnly).toBe(true);
	expect(screen.getByLabelText('Reseller').matches(':disabled')).toBe(true);
	store();
	await vi.waitFor(() => expect(screen.getByLabelText('Reseller').matches(':disabled')).toBe(false));
});
