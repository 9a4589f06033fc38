import type { Link } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { TestStep } from './TestStep.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const link: Link = {
	id: '1',
	region: 'US',
	toolsName: 'HP Laptops',
	webhookId: '400000000000000001',
	channelId: '300000000000000001',
	channelName: 'drops',
	byBot: true,
	health: { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null },
	place: null,
	options: {},
};
const accepted = { status: 'sent', reason: null, queuedAt: 1000, sentAt: 1100 };
const rejected = { status: 'failed', reason: 'Unknown Webhook [10015]', queuedAt: 1000, sentAt: null };

/** Sends the test messages of a server. @returns the sentence below the results */
async function verdictOf(links: Link[], test: object): Promise<string | null> {
	const answers: Record<string, unknown> = {
		'/api/linklist': { data: links },
		'/api/linktest': { data: test },
		'/api/guildstates': { data: [], inviteUrl: null, discordUrl: 'https://discord.com' },
	};
	vi.stubGlobal('fetch', async (url: string) => Response.json(answers[new URL(url, 'http://localhost').pathname]));
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MantineProvider>
				<MemoryRouter>
					<TestStep guildId="200000000000000001" />
				</MemoryRouter>
			</MantineProvider>
		</SWRConfig>,
	);
	fireEvent.click(await screen.findByRole('button', { name: 'Send a test message' }));
	const open = await screen.findByRole('link', { name: 'Open the server' });
	return open.parentElement?.firstChild?.textContent ?? null;
}

test('the step is done once every channel got its test', async () => {
	expect(await verdictOf([link], accepted)).toBe('Done. Messages arrive as soon as a watched product changes.');
});

test('the step is not done after a failed test', async () => {
	expect(await verdictOf([link], rejected)).toBe(
		'1 channel did not get the test. Solve the problem above and send it again.',
	);
});

test('a paused link is named, since it gets tests but no other messages', async () => {
	expect(await verdictOf([{ ...link, options: { paused: true } }], accepted)).toContain(
		'1 link is paused and gets none.',
	);
});
