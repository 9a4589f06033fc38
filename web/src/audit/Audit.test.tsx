import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import Audit from './Audit.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
	vi.unstubAllEnvs();
});

test.each([
	['mia', 'A Discord ID has 17 to 20 digits.'],
	['100000000000000001', null],
])('the person %s is rejected with %s', async (person, error) => {
	vi.stubGlobal('fetch', async () => Response.json({ data: [], nextCursor: null }));
	render(
		<MantineProvider>
			<MemoryRouter initialEntries={[`/dashboard/settings/audit?person=${person}`]}>
				<Audit />
			</MemoryRouter>
		</MantineProvider>,
	);
	await screen.findByText('No changes match the filters.');
	const field = screen.getByLabelText('Person (Discord ID)');
	expect(field.getAttribute('aria-invalid')).toBe(error === null ? null : 'true');
	expect(screen.queryByText(/17 to 20 digits/)?.textContent ?? null).toBe(error);
});

test('the last day is included to its end, even with 25 hours', async () => {
	vi.stubEnv('TZ', 'America/New_York');
	const read: URL[] = [];
	vi.stubGlobal('fetch', async (url: string) => {
		read.push(new URL(url, location.origin));
		return Response.json({ data: [], nextCursor: null });
	});
	render(
		<MantineProvider>
			<MemoryRouter initialEntries={['/dashboard/settings/audit?from=2026-11-01&to=2026-11-01']}>
				<Audit />
			</MemoryRouter>
		</MantineProvider>,
	);
	await screen.findByText('No changes match the filters.');
	const query = read[0]?.searchParams;
	expect(query?.get('since')).toBe(String(Date.parse('2026-11-01T00:00-04:00')));
	expect(query?.get('until')).toBe(String(Date.parse('2026-11-02T00:00-05:00') - 1));
});
