import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Guard } from '../ui/Guard.tsx';
import WhyDialog from './WhyDialog.tsx';

test('asks about a moment once its year is complete', async () => {
	const asked: (string | null)[] = [];
	const user = { discordId: '1', username: 'cleo', discriminator: '0', avatar: null, client: 'true', roles: [] };
	vi.stubGlobal('fetch', async (address: string) => {
		const url = new URL(address, location.origin);
		if (url.pathname === '/api/user') return Response.json({ ...user, plan: null, expiresAt: null, planEndsAt: null });
		if (url.pathname === '/api/why') asked.push(url.searchParams.get('at'));
		return Response.json({ error: { code: 'not_found', message: 'No such product.' } }, { status: 404 });
	});
	const product = { brand: 'NIKE', sku: 'CK9246-101', regions: ['US'] };
	render(
		<MantineProvider env="test">
			<Guard waiting={null}>
				<WhyDialog name="Dunk" product={product} owner={{}} close={() => {}} />
			</Guard>
		</MantineProvider>,
	);
	const field = await screen.findByLabelText('When');
	for (const year of ['0002', '0020', '0202', '2025'])
		fireEvent.change(field, { target: { value: `${year}-11-22T10:00` } });
	await waitFor(() => expect(asked).toEqual([null, String(Date.parse('2025-11-22T10:00'))]));
});
