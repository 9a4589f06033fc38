import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Guard } from '../ui/Guard.tsx';
import { Framed } from './Framed.tsx';

function Broken(): never {
	throw new Error('No such field.');
}

const framed = (page: ReactNode) => <Framed>{page}</Framed>;

test('the error of a page does not stay over the next page', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const user = { discordId: '1', username: 'cleo', discriminator: '0', avatar: null, client: 'true', roles: [] };
	vi.stubGlobal('fetch', async (url: string) =>
		url === '/api/user'
			? Response.json({ ...user, plan: null, expiresAt: null, planEndsAt: null })
			: Response.json({ error: { code: 'internal', message: 'Down.' } }, { status: 500 }),
	);
	render(
		<MantineProvider>
			<MemoryRouter initialEntries={['/broken']}>
				<Link to="/whole">Next</Link>
				<Guard waiting={null}>
					<Routes>
						<Route path="/broken" element={framed(<Broken />)} />
						<Route path="/whole" element={framed('Whole')} />
					</Routes>
				</Guard>
			</MemoryRouter>
		</MantineProvider>,
	);
	await screen.findByText('No such field.');
	fireEvent.click(screen.getByText('Next'));
	expect(await screen.findByText('Whole')).toBeTruthy();
	expect(screen.queryByText('No such field.')).toBeNull();
});
