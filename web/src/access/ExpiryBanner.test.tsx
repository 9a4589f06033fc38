import { cleanup, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { Guard } from '../ui/Guard.tsx';
import { ExpiryBanner } from './ExpiryBanner.tsx';

const DAY = 86_400_000;

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

test.each([
	['whose plan ends before the access', 3, null, /^Your plan Pro ends on [^.]+\. Your access goes on, without/],
	['with less after the plan', 3, 5, /^Your plan Pro ends on [^.]+\. Your access goes on until [^.]+, without/],
	['whose access ends', 3, 3, /^Your access \(Pro\) expires on /],
	['whose access has ended', -1, -1, /^Your access \(Pro\) expired on /],
])('the banner of a client %s', async (_, planEnds, ends, text) => {
	const now = Date.now();
	const inDays = (days: number | null) => days && now + days * DAY;
	const user = { discordId: '1', username: 'cleo', discriminator: '0', avatar: null, client: 'true', roles: [] };
	const terms = { plan: 'Pro', planEndsAt: inDays(planEnds), expiresAt: inDays(ends) };
	vi.stubGlobal('fetch', async () => Response.json({ ...user, ...terms }));
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<Guard waiting={null}>
				<ExpiryBanner />
			</Guard>
		</SWRConfig>,
	);
	expect((await screen.findByRole('status')).textContent).toMatch(text);
});
