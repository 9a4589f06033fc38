import { DEFAULT_FEES } from '@dropwire/contract';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Payout } from './Payout.tsx';

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('unauthorized')));
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const show = (now = '2025-03-02') =>
	render(
		<Payout
			site={{ inviteUrl: null, socialUrls: [], contactEmail: null, plans: [], storeUrl: null, fees: [...DEFAULT_FEES] }}
			now={Date.parse(now)}
		/>,
	);
const rows = () =>
	screen
		.getAllByRole('row')
		.slice(1)
		.map((row) =>
			within(row)
				.getAllByRole('cell')
				.map(({ textContent }) => textContent),
		);
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('the calculator shows the payout of each market, and the profit against what was paid', () => {
	show();
	expect(rows()).toEqual([
		['9% + 3% + $4.00', '$216.00 (the highest)', '–'],
		['9.5% + 2.9% + $5.00', '$214.00', '–'],
		['13.6% + $0.40', '$215.60', '–'],
	]);
	type(/Sale price/, '100,5');
	type(/You paid/, '90');
	expect(rows()[0]).toEqual(['9% + 3% + $4.00', '$84.43', '-$5.57 (-6.2%)']);
	expect(rows()[2]).toEqual(['13.6% + $0.40', '$86.43 (the highest)', '-$3.57 (-4%)']);
	type(/Sale price/, '1,000.50');
	expect(screen.getByLabelText(/Sale price/).getAttribute('aria-invalid')).toBe('true');
	expect(rows()[0]?.[1]).toBe('–');
});

test('a currency in which fixed fees are unknown has no payout, and old fees are named', () => {
	show('2026-11-26');
	fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'EUR' } });
	expect(rows().map(([, payout]) => payout)).toEqual(['–', '–', '–']);
	expect(screen.getByText(/No payout in EUR for StockX, GOAT, eBay/)).toBeTruthy();
	expect(screen.getAllByText(/more than 180 days ago/)).toHaveLength(3);
});
