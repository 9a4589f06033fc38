import type { SubscriptionOptions } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import OptionsDrawer from './OptionsDrawer.tsx';
import { answerBeside } from './testing.ts';

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

async function openOptions(options: SubscriptionOptions = {}, topic: object = row.topic) {
	const edit = vi.fn<(input: unknown) => void>();
	vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
		if (url.startsWith('/api/subscriptionedit')) edit(JSON.parse(String(init?.body)));
		else if (!url.startsWith('/api/subscription?')) return answerBeside(url);
		return Response.json({ data: { ...row, topic, options } });
	});
	const close = vi.fn<() => void>();
	render(
		<MantineProvider>
			<MemoryRouter>
				<OptionsDrawer id="1" name="#general" close={close} saved={() => {}} />
			</MemoryRouter>
		</MantineProvider>,
	);
	return { close, edit, name: await screen.findByLabelText('Sender name') };
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
	const text = 'Send only these kinds of events. This topic has only: Price change.';
	expect(screen.getByText(text)).toBeTruthy();
	expect(document.querySelector('.kinds')?.textContent).toBe('Price change');
	cleanup();
	const topic = { ...row.topic, brand: 'JD', status: 'CHANGE', toolsName: 'JD Sports Change' };
	const { edit } = await openOptions({}, topic);
	fireEvent.click(screen.getByLabelText('Price change'));
	fireEvent.click(await screen.findByText('Save'));
	const given = { options: { kinds: ['STATUS', 'STOCK'] } };
	await vi.waitFor(() => expect(edit).toHaveBeenCalledWith(expect.objectContaining(given)));
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

test('the message is shown as a sample, and sizes that no product has are named', async () => {
	await openOptions({ sizes: ['m 9', '14'] });
	expect(await screen.findByText('Sample product of Nike')).toBeTruthy();
	expect(screen.getByText('A sample: this topic has had no events yet.')).toBeTruthy();
	expect(await screen.findByText('No product of the last 3 events has the size 14.')).toBeTruthy();
});

test('a price has no separators that its edited digits would turn into decimal ones', async () => {
	const { edit } = await openOptions({ maxPrice: 1200 });
	const field = screen.getByLabelText<HTMLInputElement>('Highest price');
	expect(field.value).toBe('1200');
	fireEvent.change(field, { target: { value: '15,000' } });
	fireEvent.blur(field);
	fireEvent.change(field, { target: { value: field.value.slice(0, -1) } });
	if (field.form) fireEvent.submit(field.form);
	await vi.waitFor(() => expect(edit).toHaveBeenCalledWith({ id: '1', options: { maxPrice: 1500 }, version: 1 }));
});

test('Enter adds a word, and does not submit the form without one', async () => {
	await openOptions();
	const words = screen.getByLabelText('Required words', { selector: 'input' });
	words.focus();
	expect(fireEvent.keyDown(words, { key: 'Enter' })).toBe(false);
	fireEvent.change(words, { target: { value: 'dunk' } });
	fireEvent.keyDown(words, { key: 'Enter' });
	expect(await screen.findByText('dunk')).toBeTruthy();
});

test('a subscription to releases has at most five reminders and a digest; others have neither', async () => {
	await openOptions();
	expect(screen.queryByText('Reminders before a launch')).toBeNull();
	cleanup();
	const topic = { brand: 'NIKE', category: 'RELEASES', region: 'US', status: 'UPCOMING', toolsName: 'Nike Releases' };
	await openOptions({ reminders: [1440, 60, 15] }, topic);
	const own = screen.getByLabelText('Another reminder, minutes before');
	for (const minutes of ['3', '120', '45']) {
		fireEvent.change(own, { target: { value: minutes } });
		fireEvent.keyDown(own, { key: 'Enter' });
		if (minutes === '3') expect(screen.getByText('Enter a whole number from 5 to 10,080.')).toBeTruthy();
	}
	expect(screen.getByLabelText('2 h before').matches(':checked')).toBe(true);
	expect(screen.getByLabelText('5 min before').matches(':disabled')).toBe(true);
	fireEvent.click(screen.getByLabelText('Weekly digest'));
	expect(screen.getByLabelText('Day').matches('select')).toBe(true);
});
