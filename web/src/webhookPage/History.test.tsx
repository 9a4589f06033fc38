import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { History } from './History.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test('a change of options lists only the changed options', async () => {
	const entry = {
		id: '1',
		at: 1,
		actor: null,
		actorName: null,
		via: 'web',
		action: 'subscriptionEdit',
		target: 'Nike Shoes',
		webhook: null,
		requestId: null,
		before: { label: 'lounge', options: { sizes: ['9'], minDiscount: 20 } },
		after: { label: 'lounge', options: { sizes: ['9'], paused: true } },
	};
	vi.stubGlobal('fetch', async () => Response.json({ data: [entry], nextCursor: null }));
	render(
		<MantineProvider>
			<History id="1" />
		</MantineProvider>,
	);
	const row = await screen.findByRole('listitem');
	expect(row.textContent).toContain('options: Discount: at least 20% → Paused: nothing is sent');
	expect(row.textContent).not.toMatch(/Sizes|label|[{}]/);
});
