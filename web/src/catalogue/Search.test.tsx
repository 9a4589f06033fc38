import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Guard } from '../ui/Guard.tsx';
import { day } from '../ui/format.ts';
import { EntryRow } from './EntryRow.tsx';
import Search from './Search.tsx';

const DAY = 86_400_000;

test('a release date filters the products once its year is complete', async () => {
	const asked: (string | null)[] = [];
	const user = { discordId: '1', username: 'cleo', discriminator: '0', avatar: null, client: 'true', roles: [] };
	vi.stubGlobal('fetch', async (address: string) => {
		const url = new URL(address, location.origin);
		if (url.pathname === '/api/user') return Response.json({ ...user, plan: null, expiresAt: null, planEndsAt: null });
		asked.push(url.searchParams.get('from'));
		return Response.json({ data: [], nextCursor: null });
	});
	render(
		<MantineProvider>
			<MemoryRouter>
				<Guard waiting={null}>
					<Search />
				</Guard>
			</MemoryRouter>
		</MantineProvider>,
	);
	const field = await screen.findByLabelText('Released from');
	for (const year of ['0001', '0019', '0198', '1985']) fireEvent.change(field, { target: { value: `${year}-04-01` } });
	await waitFor(() => expect(asked).toEqual([null, '1985-04-01']));
});

test.each([
	[[{ region: 'US', available: true, launchAt: Date.now() + DAY }], `from ${day(Date.now() + DAY)}`],
	[
		[
			{ region: 'US', available: true, launchAt: Date.now() + DAY },
			{ region: 'JP', available: true, launchAt: 1 },
		],
		'in stock in JP',
	],
	[[{ region: 'US', available: false, launchAt: 1 }], 'sold out'],
	[[], 'stock unknown'],
] as const)('stock counts once the launch has passed: %j', (places, text) => {
	const regions = places.map((place) => ({ ...place, price: null }));
	const times = { releasedOn: null, firstSeenAt: 1, lastSeenAt: 1 };
	const about = { title: 'Dunk', subtitle: null, color: null, category: null, image: null, url: null };
	const entry = { brand: 'NIKE', sku: 'CK9246-101', ...about, ...times, origin: 'watched', watched: true } as const;
	render(
		<MemoryRouter>
			<EntryRow entry={{ ...entry, regions }} region={undefined} />
		</MemoryRouter>,
	);
	expect(screen.getByText(text)).toBeTruthy();
	cleanup();
});
