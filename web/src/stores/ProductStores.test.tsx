import type { StoreStock } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductStores } from './ProductStores.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const store = { city: 'New York', postalCode: '10012', url: 'https://maps.example/', checkedAt: Date.now() };
const size = (label: string, available: boolean) => ({ size: label, available, level: null, count: null });
const STOCK: StoreStock = {
	stores: [
		{ ...store, id: '1', name: 'SoHo', distanceKm: 0, sizes: [size('10', true), size('9', true), size('8', false)] },
		{ ...store, id: '2', name: 'Uptown', distanceKm: null, sizes: [] },
	],
	failed: [{ id: '3', name: 'Harlem', reason: 'Nike answered 500' }],
	evidence: 'level',
	source: 'NIKE',
};

async function show(data: StoreStock | null) {
	vi.stubGlobal('fetch', async () => Response.json({ data }));
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MantineProvider>
				<ProductStores brand="NIKE" sku="CK9246-101" region="US" near="New York" />
			</MantineProvider>
		</SWRConfig>,
	);
	return screen.findByRole('region', { name: /Stores near New York/ });
}

test('stores have their sizes in order, and those that did not answer are named', async () => {
	const stores = within(await show(STOCK));
	const rows = stores.getAllByRole('row').map(({ textContent }) => textContent);
	expect(rows[1]).toMatch(/^SoHo New York 10012, checked .*0 km9, 10 8 $/);
	expect(rows[2]).toMatch(/Uptown.*–Does not carry it–$/);
	expect(stores.getByRole('alert').textContent).toBe('1 store did not answer: Harlem (Nike answered 500)');
});

test('an unknown SKU and an unknown place say what they are', async () => {
	expect((await show(null)).textContent).toContain('does not sell this SKU in United States');
	cleanup();
	expect((await show({ ...STOCK, stores: [], failed: [] })).textContent).toContain('No store in United States');
});
