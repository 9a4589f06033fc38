import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { Guard } from '../ui/Guard.tsx';
import { ServerHead } from './ServerHead.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const guildId = '200000000000000001';
const cleo = { discordId: '1', username: 'cleo', discriminator: '0', avatar: null, client: 'true', roles: [] };
const working = {
	guildId,
	bot: true,
	topics: 1,
	links: 2,
	webhooks: 2,
	off: 0,
	failing: 0,
	paused: 0,
	lastAt: 1,
	lastSentAt: 1,
};

/** Shows the header of a server. @returns the link that adds the bot, or null */
async function inviteIn(state: object): Promise<string | null> {
	const answers: Record<string, unknown> = {
		'/api/user': { ...cleo, plan: null, expiresAt: null, planEndsAt: null },
		'/api/guildlist': { data: { data: [{ guildId, guildName: 'Sole Searchers', guildImg: '', pausedAt: null }] } },
		'/api/guildstates': { data: [state], inviteUrl: 'https://discord.com/oauth2/authorize?x', discordUrl: '' },
		'/api/guildstatistics': { data: { day: { sent: 0, failed: 0 }, lastMessageAt: null } },
		'/api/linklist': { data: [] },
	};
	vi.stubGlobal('fetch', async (url: string) => Response.json(answers[new URL(url, 'http://localhost').pathname]));
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MantineProvider>
				<MemoryRouter>
					<Guard waiting={null}>
						<ServerHead guildId={guildId} />
					</Guard>
				</MemoryRouter>
			</MantineProvider>
		</SWRConfig>,
	);
	await screen.findByText(/2 links · 2 webhooks/);
	return screen.queryByRole('link', { name: 'Add Dropwire to this server' })?.getAttribute('href') ?? null;
}

test('a server without the bot shows a warning and the invite', async () => {
	expect(await inviteIn({ ...working, bot: false, off: 1 })).toContain(`guild_id=${guildId}`);
	expect(screen.getByRole('alert').textContent).toContain('get no messages');
});

test('a server whose webhooks work without the bot shows no warning', async () => {
	expect(await inviteIn({ ...working, bot: false })).toBeNull();
});

test('the header counts paused links', async () => {
	await inviteIn({ ...working, paused: 1, lastSentAt: Date.now() - 300_000 });
	expect(screen.getByText(/1 link paused/).textContent).toContain('2 links · 2 webhooks');
	expect(screen.getByText('5m ago').tagName).toBe('DD');
});
