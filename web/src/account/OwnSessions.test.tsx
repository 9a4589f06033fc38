import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { UndoProvider } from '../ui/Undo.tsx';
import { OwnSessions } from './OwnSessions.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test.each([
	['this browser', ['DELETE /api/tokens', 'GET /api/logout']],
	['everywhere', ['DELETE /api/tokens', 'POST /api/sessions/end', 'GET /api/logout']],
] as const)(
	'signing out of %s first deletes the token whose deletion could still be undone',
	async (where, expected) => {
		const times = { createdAt: 1, usedAt: 1, expiresAt: 2, lastUsedAt: null };
		const sent: string[] = [];
		const left = vi.fn<(url: string) => void>();
		vi.stubGlobal('location', { assign: left, origin: location.origin, href: location.href });
		vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
			const { pathname } = new URL(url, 'http://localhost');
			sent.push(`${method} ${pathname}`);
			if (pathname === '/api/sessions/end') return Response.json({ data: { sessions: 1, tokens: 0 } });
			const data = [{ id: 'a', browser: 'Firefox', current: true, ...times }];
			return Response.json({ data, tokens: [{ id: 't', name: 'cli', scopes: ['read'], ...times }] });
		});
		render(
			<MantineProvider>
				<UndoProvider>
					<OwnSessions />
				</UndoProvider>
			</MantineProvider>,
		);
		fireEvent.click(await screen.findByRole('button', { name: 'Delete the token cli' }));
		if (where === 'this browser') fireEvent.click(screen.getByRole('button', { name: 'Sign out of this browser' }));
		else {
			fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
			fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }));
		}
		await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
		expect(sent.filter((call) => call !== 'GET /api/sessions')).toEqual(expected);
	},
);
