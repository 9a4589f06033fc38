import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Tally } from './Tally.tsx';

test('what counts as failed is a link away, expired deliveries too', async () => {
	const counts = { pending: 0, held: 0, retrying: 0, sending: 0, sent: 5, failed: 0, expired: 2 };
	vi.stubGlobal('fetch', async (url: string) =>
		Response.json(url.startsWith('/api/stock') ? [] : { data: { title: 'News', counts } }),
	);
	render(
		<MemoryRouter>
			<Tally id="1" />
		</MemoryRouter>,
	);
	const link = await screen.findByRole('link');
	expect(link.getAttribute('href')).toBe('/dashboard/settings/deliveries?kind=ANNOUNCEMENT&status=expired');
});
