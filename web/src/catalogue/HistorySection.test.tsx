import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { HistorySection } from './HistorySection.tsx';

const MINUTE_MS = 60_000;

// jsdom cannot draw.
vi.mock('./PriceChart.tsx', () => ({
	default: ({ from, to, points }: { from: number; to: number; points: readonly object[] }) => (
		<output>{JSON.stringify([from, to, points.length])}</output>
	),
}));

afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('the chart ends now and has the latest change, also after the page has been open for minutes', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	const opened = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
	vi.setSystemTime(opened);
	const state = { price: 100, full: 100, currency: 'USD', status: null, available: true, inStock: 1 };
	const points = [{ at: opened - 40 * 1440 * MINUTE_MS, ...state }];
	const asked = new Set<string>();
	vi.stubGlobal('fetch', async (url: string) => {
		asked.add(url);
		return Response.json({
			data: { points, sizes: [], restocks: [], more: { spans: false }, statistics: null },
		});
	});
	render(
		<MantineProvider>
			<MemoryRouter>
				<HistorySection brand="NIKE" sku="CK9246-101" places={[{ region: 'US', offer: 'NEW', launchAt: null }]} />
			</MemoryRouter>
		</MantineProvider>,
	);
	const shown = async () => JSON.parse((await screen.findByRole('status')).textContent) as number[];
	const range = 30 * 1440 * MINUTE_MS;
	expect(await shown()).toEqual([opened - range, opened, 1]);
	points.push({ at: opened + 9 * MINUTE_MS, ...state, price: 90 });
	await act(() => vi.advanceTimersByTimeAsync(10 * MINUTE_MS));
	const [from = 0, to = 0, count] = await shown();
	expect(count).toBe(2);
	expect(to - from).toBe(range);
	expect(Math.abs(to - opened - 10 * MINUTE_MS)).toBeLessThanOrEqual(MINUTE_MS);
	expect(asked.size).toBe(1);
});

test('the history of a region is not shown under the name of another one', async () => {
	const state = { price: 100, full: 100, currency: 'USD', status: null, available: true, inStock: 1 };
	const history = { points: [{ at: 1, ...state }], sizes: [], restocks: [], more: { spans: false }, statistics: null };
	const ofJapan = Promise.withResolvers<Response>();
	vi.stubGlobal('fetch', async (url: string) => {
		return url.includes('region=JP') ? ofJapan.promise : Response.json({ data: history });
	});
	const places = (['US', 'JP'] as const).map((region) => ({ region, offer: 'NEW' as const, launchAt: null }));
	render(
		<MantineProvider>
			<MemoryRouter>
				<HistorySection brand="NIKE" sku="CK9246-101" places={places} />
			</MemoryRouter>
		</MantineProvider>,
	);
	await screen.findByRole('status');
	fireEvent.change(screen.getByLabelText('Region of the history'), { target: { value: 'JP' } });
	expect(screen.queryByRole('status')).toBeNull();
	ofJapan.resolve(Response.json({ data: history }));
	await screen.findByRole('status');
});
