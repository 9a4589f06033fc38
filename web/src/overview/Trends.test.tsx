import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Trends } from './Trends.tsx';

// jsdom cannot draw.
vi.mock('./TrendChart.tsx', () => ({ default: () => null }));

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test('sums of the previous period are not shown while the next loads', async () => {
	const week = Promise.withResolvers<Response>();
	const sums = (sent: number) => Response.json({ data: { hours: [{ at: 0, sent, failed: 0 }] } });
	vi.stubGlobal('fetch', (path: string) => (path.endsWith('7d') ? week.promise : Promise.resolve(sums(17))));
	render(
		<MantineProvider>
			<Trends />
		</MantineProvider>,
	);
	await screen.findByText('17');
	fireEvent.click(screen.getByRole('button', { name: '7 days' }));
	expect(screen.queryByText('17')).toBeNull();
	week.resolve(sums(99));
	await screen.findByText('99');
});
