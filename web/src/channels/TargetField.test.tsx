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
		channels: names.map((name) => ({ id: name, name, kind: 'text', missing: [] })),
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
		<MantineProvider>
			<TargetField guildId={guildId} label="Channel" choose={choose} />
		</MantineProvider>,
	);
	await screen.findByRole('option', { name: '#general' });
	fireEvent.change(screen.getByLabelText('Channel'), { target: { value: 'general' } });
	expect(choose).toHaveBeenLastCalledWith({ channelId: 'general' });
	answer = later;
	await act(() => refresh('discordChannels'));
	await screen.findByText(text);
	expect(choose).toHaveBeenLastCalledWith(null);
});
