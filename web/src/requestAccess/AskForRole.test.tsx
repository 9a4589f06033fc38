import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { AskForRole } from './AskForRole.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test('a client asks for a role once and then sees that the request is open', async () => {
	const asked: unknown[] = [];
	let data: object | null = null;
	vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
		if (method === 'POST') {
			asked.push(JSON.parse(body as string));
			data = { status: 'open', role: 'premium', createdAt: 1, note: '', persona: null, plan: null, reason: null };
			return Response.json({ data }, { status: 201 });
		}
		return Response.json({ data, listed: true, answeredWithinMs: null });
	});
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MantineProvider>
				<AskForRole wanted="premium" />
			</MantineProvider>
		</SWRConfig>,
	);
	fireEvent.click(await screen.findByRole('button', { name: 'Ask for Premium' }));
	await screen.findByText('Your request for Premium is open.');
	expect(asked).toEqual([{ role: 'premium' }]);
	expect(screen.queryByRole('button')).toBeNull();
});
