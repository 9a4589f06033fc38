import { compareMarkets, DEFAULT_FEES, type Resale } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductResale } from './ProductResale.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const now = Date.now();
const price = { size: '9', currency: 'USD', lowestAsk: null, lastSale: null, at: now };
const retail = { amount: 20_000, currency: 'USD' };
const fees = [...DEFAULT_FEES];
const data: Resale = {
	retail: { ...retail, region: 'US' },
	sizes: compareMarkets(
		[
			{ ...price, market: 'STOCKX', highestBid: 30_000 },
			{ ...price, market: 'GOAT', highestBid: 90_000, at: now - 8 * 86_400_000 },
		],
		{ fees, retail, now },
	),
	fees,
	providers: [
		{ market: 'STOCKX', state: 'not_set', detail: 'Its prices come from external monitors.', searchUrl: null },
		{ market: 'EBAY', state: 'error', detail: 'eBay answered 500.', searchUrl: 'https://www.ebay.com/' },
	],
};

async function show(answer: Resale) {
	vi.stubGlobal('fetch', async () => Response.json({ data: answer }));
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MantineProvider>
				<ProductResale brand="NIKE" sku="CK9246-101" region="US" />
			</MantineProvider>
		</SWRConfig>,
	);
	return screen.findByRole('region', { name: /Payouts for/ });
}

test('each size has the payouts of its markets and the profit of the best fresh one', async () => {
	const payouts = await show(data);
	const [, row] = within(payouts).getAllByRole('row');
	expect(row?.textContent).toContain('9$260.00 (the best of this size)bid $300.00');
	expect(row?.textContent).toMatch(/bid \$900\.00(.*)8d ago/);
	expect(row?.textContent).toContain('$60.00 (30%)at StockX');
	const markets = within(screen.getByRole('region', { name: 'Markets' }));
	expect(markets.getByText('Error').parentElement?.textContent).toContain('eBay answered 500.');
	expect(markets.getByRole('link', { name: 'Open eBay' })).toBeTruthy();
});

test('a product can have no prices, and no known full price', async () => {
	const payouts = await show({ ...data, retail: null, sizes: [] });
	expect(payouts.textContent).toContain('The full price in United States is unknown');
	expect(payouts.textContent).toContain('No market has a price for this product');
});
