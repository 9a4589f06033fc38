import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import Audit from './Audit.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
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
