import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refresh } from '../api/useCall.ts';
import { TargetField } from './TargetField.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const view = (bot: string, ...names: string[]) => ({
	data: {
		bot,
		inviteUrl: 'https://discord.com/oauth2/authorize',
		channels: names.map((name) => ({ id: name, name, kind: 'text', category: null, missing: [] })),
	},
});

test.each([
	['a chosen channel that was deleted', view('present', 'drops'), /The channel was deleted in Discord/],
	['a chosen channel of a server that the bot has left', view('absent'), /Dropwire is not in this Discord server/],
])('%s is deselected with a reason', async (guildId, later, text) => {
	let answer = view('present', 'drops', 'general');
	vi.stubGlobal('fetch', async () => Response.json(answer));
	const choose = vi.fn<Parameters<typeof TargetField>[0]['choose']>();
	render(
		<MantineProvider env="test">
			<TargetField guildId={guildId} label="Channel" choose={choose} />
		</MantineProvider>,
	);
	const field = screen.getByRole('combobox', { name: 'Channel' });
	await vi.waitFor(() => expect(field.getAttribute('placeholder')).toBe('Choose a Discord channel'));
	act(() => field.focus());
	fireEvent.change(field, { target: { value: 'gen' } });
	fireEvent.click(await screen.findByRole('option', { name: '#general' }));
	expect(choose).toHaveBeenLastCalledWith({ channelId: 'general' });
	answer = later;
	await act(() => refresh('discordChannels'));
	await screen.findByText(text);
	expect(choose).toHaveBeenLastCalledWith(null);
});

test('typing finds a channel with and without #, in its category', async () => {
	const channels = [
		{ id: '1', name: 'rules', kind: 'text', category: null, missing: [] },
		{ id: '2', name: 'nike-us', kind: 'text', category: 'Drops', missing: [] },
		{ id: '3', name: 'nike-jp', kind: 'text', category: 'Drops', missing: [] },
	];
	vi.stubGlobal('fetch', async () => Response.json({ data: { bot: 'present', inviteUrl: null, channels } }));
	const choose = vi.fn<Parameters<typeof TargetField>[0]['choose']>();
	render(
		<MantineProvider env="test">
			<TargetField guildId="find" label="Channel" choose={choose} />
		</MantineProvider>,
	);
	const field = screen.getByRole('combobox', { name: 'Channel' });
	await vi.waitFor(() => expect(field.getAttribute('placeholder')).toBe('Choose a Discord channel'));
	act(() => field.focus());
	for (const typed of ['nike', '#NIKE']) {
		fireEvent.change(field, { target: { value: typed } });
		const options = await screen.findAllByRole('option');
		expect(options.map(({ textContent }) => textContent)).toEqual(['#nike-us', '#nike-jp']);
	}
	screen.getByText('Drops');
	// The first one is chosen with Enter.
	fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
	await vi.waitFor(() => expect(choose).toHaveBeenLastCalledWith({ channelId: '2' }));
});

test('the focus stays in the field when the bot joins', async () => {
	let answer: object = view('absent');
	vi.stubGlobal('fetch', async () => Response.json(answer));
	render(
		<MantineProvider env="test">
			<TargetField guildId="joins" label="Channel" choose={() => {}} />
		</MantineProvider>,
	);
	(await screen.findByRole('link', { name: 'Add Dropwire to this server' })).focus();
	answer = view('present', 'drops');
	await act(() => refresh('discordChannels'));
	const field = await screen.findByRole('combobox', { name: 'Channel' });
	expect(document.activeElement).toBe(field);
});

test('Enter takes the first match of what was typed while the channels were loading', async () => {
	const { promise, resolve } = Promise.withResolvers<Response>();
	vi.stubGlobal('fetch', () => promise);
	const choose = vi.fn<Parameters<typeof TargetField>[0]['choose']>();
	render(
		<MantineProvider env="test">
			<TargetField guildId="early" label="Channel" choose={choose} />
		</MantineProvider>,
	);
	const field = screen.getByRole('combobox', { name: 'Channel' });
	act(() => field.focus());
	fireEvent.change(field, { target: { value: 'g' } });
	resolve(Response.json(view('present', 'drops', 'general')));
	await screen.findByRole('option', { name: '#general' });
	fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
	await vi.waitFor(() => expect(choose).toHaveBeenLastCalledWith({ channelId: 'general' }));
});
