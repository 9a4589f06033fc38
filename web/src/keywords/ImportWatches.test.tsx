import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ImportWatches } from './ImportWatches.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test.each([
	['source,include,maxPrice\nADIDAS,samba,cheap', 'Error: Line 2: maxPrice must be a number: "cheap".'],
	['source,include,maxPrice\n', 'Error: There are no rows.'],
	[', \n', 'Error: There are no rows.'],
])('rows that cannot be read are named and not sent: %j', async (text, problem) => {
	const fetched = vi.fn<typeof fetch>();
	vi.stubGlobal('fetch', fetched);
	const searchable = [{ source: 'ADIDAS', regions: ['US'], anyShop: false }];
	render(
		<MantineProvider env="test">
			<ImportWatches searchable={searchable} close={() => {}} />
		</MantineProvider>,
	);
	fireEvent.change(await screen.findByLabelText(/^Watches/), { target: { value: text } });
	fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
	expect((await screen.findByRole('alert')).textContent).toBe(problem);
	expect(fetched).not.toHaveBeenCalled();
});
