import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
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
		'/api/accessrequest': { listed: false, data: null },
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
