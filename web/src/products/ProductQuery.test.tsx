import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ProductQuery } from './ProductQuery.tsx';

vi.mock('./ProductResult.tsx', () => {
	throw new Error('The file is missing.');
});

beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'internal', message: 'Down.' } }, { status: 500 }));
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test('a search whose code is missing shows an error', async () => {
	render(
		<MantineProvider>
			<MemoryRouter initialEntries={['/?sku=CK9246-101']}>
				<ErrorBoundary framed>
					<ProductQuery />
				</ErrorBoundary>
			</MemoryRouter>
		</MantineProvider>,
	);
	expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
});
