import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { FEATURES } from '../features.ts';
import { FeaturesContext } from '../shell/feature.ts';
import { Guard } from '../ui/Guard.tsx';
import { UndoProvider } from '../ui/Undo.tsx';
import Home from './Home.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const DAY = 86_400_000;
const EVENT = {
	id: '1',
	kind: 'RESTOCK',
	source: 'NIKE',
	sku: 'CK9246-101',
	region: 'US',
	offer: 'NEW',
	before: null,
	after: { title: 'Air Jordan 3', url: 'https://www.nike.com/t/x', sizes: [{ size: '9', available: true }] },
	at: 1,
	topic: null,
	deliveries: 0,
	clicks: null,
};

/** Shows the home page. @param answers of calls, by their path */
async function show(roles: readonly string[], answers: Record<string, unknown> = {}): Promise<void> {
	const all: Record<string, unknown> = {
		'/api/user': {
			discordId: '1',
			username: 'mia',
			discriminator: '0',
			avatar: null,
			client: 'true',
			roles,
			plan: null,
			expiresAt: null,
		},
		'/api/guildlist': { data: { data: [] } },
		'/api/guildstates': { data: [], inviteUrl: null, discordUrl: '' },
		'/api/events': { data: [], nextCursor: null },
		'/api/accessrequest': { data: null, listed: true, answeredWithinMs: null },
		'/api/site': { inviteUrl: null, socialUrls: [], contactEmail: null, plans: [] },
		'/api/pulse': { data: { engines: 1, regions: [] } },
		...answers,
	};
	vi.stubGlobal('fetch', async (url: string) => Response.json(all[new URL(url, 'http://localhost').pathname] ?? {}));
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MantineProvider>
				<FeaturesContext value={FEATURES.filter(({ entry }) => entry).map(({ entry }) => ({ entry: entry! }))}>
					<MemoryRouter initialEntries={['/dashboard']}>
						<Guard waiting={null}>
							<UndoProvider>
								<Home />
							</UndoProvider>
						</Guard>
					</MemoryRouter>
				</FeaturesContext>
			</MantineProvider>
		</SWRConfig>,
	);
	await screen.findByRole('heading', { name: 'Home' });
}

const menu = () =>
	within(screen.getByRole('navigation', { name: 'Main' }))
		.getAllByRole('link')
		.map(({ textContent }) => textContent);

test('everybody has one menu, and operators the console beside it', async () => {
	await show([]);
	expect(menu()).toEqual(['Home', 'Servers', 'Products', 'Releases', 'Watches', 'SKU images', 'Extension', 'Account']);
	cleanup();
	await show(['admin']);
	expect(menu()).toEqual([
		'Home',
		'Servers',
		'Products',
		'Releases',
		'Watches',
		'SKU images',
		'Extension',
		'Account',
		'Console',
	]);
});

test('a card that does not apply is absent', async () => {
	await show([]);
	await screen.findByText(/^No change has been seen yet/);
	for (const name of ['Your servers', 'Launches this week', 'Community'])
		await vi.waitFor(() => expect(screen.queryByRole('heading', { name })).toBeNull());
});

test('shows the latest changes, launches of the week, servers, and an open request', async () => {
	const launch = { brand: 'NIKE', sku: 'IQ0627-001', url: null, launchAt: Date.now() + DAY, cancelledAt: null };
	const releases = [
		{ ...launch, title: 'Vomero', region: 'US' },
		{ ...launch, title: 'Vomero', region: 'CA' },
		{ ...launch, sku: 'CK9246-101', title: 'Cancelled', region: 'US', cancelledAt: 1 },
	].map((release, n) => ({ ...release, id: String(n) }));
	await show([], {
		'/api/events': { data: [EVENT], nextCursor: null },
		'/api/releases': { data: releases, nextCursor: null },
		'/api/guildlist': { data: { data: [{ guildId: '7', guildName: 'Sole Searchers', guildImg: '', pausedAt: null }] } },
		'/api/accessrequest': {
			data: { status: 'open', role: 'premium', createdAt: 1, note: '', persona: null, plan: null, reason: null },
			listed: true,
			answeredWithinMs: 2 * 3_600_000,
		},
	});
	const latest = await screen.findByRole('region', { name: 'Just changed' });
	const hrefOf = (name: string) => within(latest).getByRole('link', { name }).getAttribute('href');
	expect(hrefOf('Air Jordan 3')).toBe('/products/NIKE/CK9246-101');
	expect(hrefOf('Air Jordan 3 at the shop')).toContain('nike.com');
	expect(within(latest).getByText(/1 of 1 sizes/)).toBeTruthy();
	const launches = await screen.findByRole('region', { name: 'Launches this week' });
	within(launches).getByText('Vomero');
	within(launches).getByText(/ · US, CA$/);
	expect(within(launches).getAllByRole('listitem')).toHaveLength(1);
	const server = await screen.findByRole('link', { name: 'Sole Searchers' });
	expect(server.getAttribute('href')).toBe('/dashboard/admin/7');
	const request = await screen.findByRole('region', { name: 'Your request for Premium is open' });
	expect(request.textContent).toContain('Half of the latest answers came within 2 hours.');
});
