import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Calendar } from './Calendar.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const asked: URLSearchParams[] = [];
beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('fetch', async (url: string) => {
		const { pathname, searchParams } = new URL(url, location.origin);
		if (pathname === '/api/releases') asked.push(searchParams);
		return Response.json({ data: [], nextCursor: null });
	});
});
afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.unstubAllGlobals();
	history.replaceState(null, '', '/');
});

/** Opens the calendar. @param at in the reader's time zone */
async function open(address: string, at: Date): Promise<void> {
	vi.setSystemTime(at);
	history.replaceState(null, '', address);
	render(<Calendar initial={null} rendered={{ search: '', at: 0 }} />);
	await act(() => vi.advanceTimersByTimeAsync(0));
}

const monthAt = (year: number, index: number) => String(new Date(year, index, 1).getTime());
/** The end of the hour, epoch ms. */
const hourOf = (at: Date) => Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS;
const range = () => ['from', 'to'].map((name) => asked.at(-1)?.get(name) ?? null);

test('an open month view moves on to the next month', async () => {
	await open('/releases?view=month', new Date(2026, 10, 30, 23, 59));
	expect(range()).toEqual([monthAt(2026, 10), monthAt(2026, 11)]);
	await act(() => vi.advanceTimersByTimeAsync(120_000));
	screen.getByRole('heading', { name: 'December 2026' });
	expect(range()).toEqual([monthAt(2026, 11), monthAt(2027, 0)]);
});

test.each([
	['week', 7],
	['all', 180],
	['past', 0],
])('the open range "%s" moves on with each day', async (name, days) => {
	const at = new Date(2026, 10, 30, 12, 30);
	await open(`/releases?range=${name}`, at);
	expect(range()[1]).toBe(String(hourOf(at) + days * DAY_MS));
	vi.setSystemTime(new Date(2026, 11, 3, 12, 30));
	await act(() => vi.advanceTimersByTimeAsync(2000));
	expect(range()[1]).toBe(String(hourOf(new Date(2026, 11, 3)) + days * DAY_MS));
});
