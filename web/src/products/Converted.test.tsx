import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { useCall } from '../api/useCall.ts';
import { Converted, ConvertedTo, useConversion } from './Converted.tsx';

afterEach(() => {
	cleanup();
	localStorage.clear();
	vi.unstubAllGlobals();
});

const rates = { date: '2026-11-20', perEuro: { USD: 1.1463, JPY: 184.03 } };
const PRICES = [
	{ current: 12_900, full: 12_900, currency: 'EUR' },
	{ current: 11_000, full: 11_000, currency: 'USD' },
	{ current: 3_980, full: 3_980, currency: 'TWD' },
];

function Prices() {
	const conversion = useConversion(true);
	const { loading } = useCall('exchangeRates', {});
	return (
		<>
			{PRICES.map((price) => (
				<p key={price.currency} aria-label={price.currency}>
					<Converted price={price} conversion={conversion} />
				</p>
			))}
			<ConvertedTo conversion={conversion} />
			{!loading && <p>Read</p>}
		</>
	);
}
function show(answer: typeof rates | null) {
	vi.stubGlobal('fetch', async () => Response.json({ data: answer }));
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MantineProvider>
				<Prices />
			</MantineProvider>
		</SWRConfig>,
	);
}
const shown = () => PRICES.map(({ currency }) => screen.getByLabelText(currency).textContent);

test('prices are converted to the chosen currency, by default dollars', async () => {
	localStorage.setItem('product-query-currency-v1', '"RUB"');
	show(rates);
	const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Currency of converted prices' });
	expect(shown()).toEqual(['≈ $147.87', '', '']);
	expect(choice.closest('.legend')?.textContent).toContain('European Central Bank of Nov 20, 2026');
	fireEvent.change(choice, { target: { value: 'JPY' } });
	expect(shown()).toEqual(['≈ ¥23,740', '≈ ¥17,660', '']);
	cleanup();
	show(rates);
	await screen.findByText('≈ ¥23,740');
});

test('without rates nothing is converted', async () => {
	show(null);
	await screen.findByText('Read');
	expect(shown()).toEqual(['', '', '']);
	expect(screen.queryByRole('combobox')).toBe(null);
});
