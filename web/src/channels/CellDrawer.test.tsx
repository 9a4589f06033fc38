import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { CellDrawer } from './CellDrawer.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test('an addition without a network names the reason once', async () => {
	const channels = [{ id: '1', name: 'drops', kind: 'text', missing: [] }];
	vi.stubGlobal('fetch', async () => Response.json({ data: { bot: 'present', inviteUrl: null, channels } }));
	const cell = { region: 'US', toolsName: 'Nike Shoes Active' } as const;
	render(
		<MantineProvider>
			<MemoryRouter>
				<CellDrawer guildId="1" cell={cell} links={[]} all={[]} page={null} remove={() => {}} close={() => {}} />
			</MemoryRouter>
		</MantineProvider>,
	);
	await screen.findByRole('option', { name: '#drops' });
	fireEvent.change(screen.getByLabelText('Send this topic to'), { target: { value: '1' } });
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	const add = screen.getByRole('button', { name: 'Add' });
	fireEvent.click(add);
	await screen.findByText('Error: The server cannot be reached. Try again in a moment.');
	await vi.waitFor(() => expect(add.hasAttribute('data-loading')).toBe(false));
	expect(screen.getAllByText(/cannot be reached/)).toHaveLength(1);
});
