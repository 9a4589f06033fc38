import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { CellDrawer } from './CellDrawer.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

async function chooseDrops() {
	const field = await screen.findByRole('combobox', { name: 'Send this topic to' });
	await vi.waitFor(() => expect(field.getAttribute('placeholder')).toBe('Choose a Discord channel'));
	fireEvent.change(field, { target: { value: 'drops' } });
	fireEvent.click(await screen.findByRole('option', { name: '#drops' }));
	return field;
}

test('an addition without a network names the reason once', async () => {
	const channels = [{ id: '1', name: 'drops', kind: 'text', category: null, missing: [] }];
	vi.stubGlobal('fetch', async () => Response.json({ data: { bot: 'present', inviteUrl: null, channels } }));
	const cell = { region: 'US', toolsName: 'Nike Shoes Active' } as const;
	render(
		<MantineProvider env="test">
			<MemoryRouter>
				<CellDrawer guildId="1" cell={cell} links={[]} all={[]} page={null} remove={() => {}} close={() => {}} />
			</MemoryRouter>
		</MantineProvider>,
	);
	await chooseDrops();
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	const add = screen.getByRole('button', { name: 'Add' });
	fireEvent.click(add);
	await screen.findByText('Error: The server cannot be reached. Try again in a moment.');
	await vi.waitFor(() => expect(add.hasAttribute('data-loading')).toBe(false));
	expect(screen.getAllByText(/cannot be reached/)).toHaveLength(1);
});

test('an addition says what it did, and the focus is on the field', async () => {
	const channels = [{ id: '1', name: 'drops', kind: 'text', category: null, missing: [] }];
	vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
		Response.json(
			init?.method === 'POST'
				? { applied: true, planId: '', added: ['7'], data: [{ outcome: 'added', target: '#drops' }] }
				: url.includes('discordchannels')
					? { data: { bot: 'present', inviteUrl: null, channels } }
					: { data: [] },
		),
	);
	const cell = { region: 'US', toolsName: 'Nike Shoes Active' } as const;
	render(
		<MantineProvider env="test">
			<MemoryRouter>
				<CellDrawer guildId="2" cell={cell} links={[]} all={[]} page={null} remove={() => {}} close={() => {}} />
			</MemoryRouter>
		</MantineProvider>,
	);
	const field = await chooseDrops();
	fireEvent.click(screen.getByRole('button', { name: 'Add' }));
	// The next choice would be emptied with the form.
	expect(field.closest('[inert]')).not.toBeNull();
	await screen.findByText('#drops gets this topic.');
	expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Send this topic to' }));
});
