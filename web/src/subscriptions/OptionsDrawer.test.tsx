import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import OptionsDrawer from './OptionsDrawer.tsx';

afterEach(async () => {
	// Closing the panel removes its entry of the history.
	const popped = nextPop();
	cleanup();
	await popped;
	vi.unstubAllGlobals();
});

const row = {
	id: '1',
	label: null,
	topic: { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'DISCOUNT', toolsName: 'Nike Shoes Discount' },
	target: '…/webhooks/400000000000000014/••••',
	options: {},
	version: 1,
	roles: [],
};

async function openOptions() {
	vi.stubGlobal('fetch', async (url: string) =>
		Response.json({ data: url.includes('try') ? { of: 0, sent: 0, examples: [] } : row }),
	);
	const close = vi.fn<() => void>();
	render(
		<MantineProvider>
			<MemoryRouter>
				<OptionsDrawer id="1" name="#general" close={close} saved={() => {}} />
			</MemoryRouter>
		</MantineProvider>,
	);
	return { close, name: await screen.findByLabelText('Sender name') };
}

/** Presses the browser's Back button. */
async function goBack() {
	const popped = nextPop();
	history.back();
	await act(() => popped);
}

function nextPop(): Promise<unknown> {
	return new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
}

test('the kinds that a topic can get are named', async () => {
	await openOptions();
	const text = 'Only events of these kinds are sent. This topic gets no other events than: Price change.';
	expect(screen.getByText(text)).toBeTruthy();
});

test('Back closes the panel and stays on the page', async () => {
	const { close } = await openOptions();
	await goBack();
	expect(close).toHaveBeenCalledOnce();
});

test('Back, a reload and a closed tab ask before edits are lost', async () => {
	const { close, name } = await openOptions();
	fireEvent.change(name, { target: { value: 'Radar' } });
	expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
	for (let times = 0; times < 2; times++) {
		await goBack();
		fireEvent.click(await screen.findByText('Keep editing'));
		expect(close).not.toHaveBeenCalled();
	}
	await goBack();
	fireEvent.click(await screen.findByText('Discard'));
	expect(close).toHaveBeenCalledOnce();
});
