import type { PublicStatus, Site } from '@dropwire/contract';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Status } from './Status.tsx';

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test('a server that hangs makes everything unknown', async () => {
	vi.useFakeTimers();
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const limit = new AbortController();
		setTimeout(() => limit.abort(), ms);
		return limit.signal;
	});
	vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
		return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late'))));
	});
	const family = { id: 'NIKE', name: 'Nike', sells: 'Shoes', regions: ['US'], products: 1, everyMs: 1 } as const;
	const families = [{ ...family, regions: [...family.regions], state: 'watched' as const, blockedIn: [] }];
	const initial: PublicStatus = { state: 'running', at: 0, delay: null, families, hours: [] };
	render(<Status site={{ plans: [], socialUrls: [] } as unknown as Site} initial={initial} />);
	screen.getByText('Everything is running');
	await act(() => vi.advanceTimersByTimeAsync(61_000));
	screen.getByText('The status could not be read');
	expect(screen.getByRole('row', { name: /^Nike/ }).textContent).toContain('Unknown');
});
