import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { GuildNotices } from './GuildNotices.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const EVENTS = { on: true, region: 'JP', events: 2, reason: 'The bot needs Create Events' };

test('the switches appear only with the current settings', async () => {
	let works = false;
	vi.stubGlobal('fetch', async () =>
		works
			? Response.json({ data: { sourceNotices: false, linkNotices: true, undelivered: null, dropEvents: EVENTS } })
			: Response.json({ error: { code: 'internal', message: 'Something went wrong on our side.' } }, { status: 500 }),
	);
	render(
		<MantineProvider>
			<GuildNotices guildId="200000000000000001" />
		</MantineProvider>,
	);
	await screen.findByRole('alert');
	expect(screen.queryAllByRole('checkbox')).toEqual([]);
	works = true;
	fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
	const links = await screen.findByRole<HTMLInputElement>('checkbox', { name: /link stops working/ });
	expect(links.checked).toBe(true);
	const events = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Events in Discord' });
	expect(events.value).toBe('JP');
	screen.getByText(/Create Events\. 2 events now\./);
	screen.getByText('The bot needs Create Events');
});
