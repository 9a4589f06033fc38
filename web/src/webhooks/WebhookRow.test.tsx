import { ApiError } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WebhookRow } from './WebhookRow.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

type Props = Parameters<typeof WebhookRow>[0];
const on = { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null };
const element = (health: Props['health'], more: Partial<Props> = {}) => (
	<MantineProvider>
		<WebhookRow
			label="Lounge"
			url="https://discord.com/api/webhooks/123456789012345678/secret"
			health={health}
			place={null}
			field="value"
			save={async () => {}}
			remove={() => {}}
			{...more}
		/>
	</MantineProvider>
);
const row = (health: Props['health'], more: Partial<Props> = {}) => render(element(health, more));

test.each([
	[{ status: 'sent', queuedAt: 1000, sentAt: 1084, reason: null }, 'Discord accepted the test in 84 ms.'],
	[
		{ status: 'failed', queuedAt: 1000, sentAt: null, reason: 'Discord answered 404: Unknown Webhook [10015]' },
		'Test failed: Discord answered 404: Unknown Webhook [10015]. Discord no longer has this webhook. Create another one there and enter its URL.',
	],
	[
		{ status: 'retrying', queuedAt: 1000, sentAt: null, reason: 'Discord answered 500' },
		'Test failed and will be retried: Discord answered 500',
	],
	[{ status: 'pending', queuedAt: 1000, sentAt: null, reason: null }, 'Test waiting: no answer from Discord yet'],
])('a test reports its result: %o', async (data, text) => {
	vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
	row(on);
	fireEvent.click(screen.getByRole('button', { name: 'Test Lounge' }));
	expect((await screen.findByText(text)).className).toContain('row-note');
});

test.each([
	['Unknown Webhook [10015]', 'Discord no longer has this webhook. Create another one there and enter its URL.'],
	['Invalid Webhook Token [50027]', 'Its token has changed. Copy its current URL from Discord and enter it.'],
	['The Discord channel was deleted', 'Save a working URL to switch it on.'],
])('a webhook that is off because of %s says what to do', (offReason, advice) => {
	row({ ...on, active: false, offReason });
	expect(screen.getByRole('status').textContent).toBe(`Off: ${offReason}. ${advice}`);
});

test('the row shows the channel or else the masked URL, and the last message', () => {
	const place = {
		otherServer: false,
		guildId: '1',
		guildName: 'Sole Searchers',
		channelId: '2',
		channelName: 'drops',
		name: null,
	};
	row({ ...on, lastStatus: 'sent', lastAt: Date.now() - 300_000 }, { place });
	expect(screen.getByText('Sole Searchers · #drops').nextElementSibling).toBeNull();
	expect(screen.getByText('5m ago').tagName).toBe('TIME');
	cleanup();
	row(on, { place: { ...place, channelName: null } });
	expect(screen.getByText('Sole Searchers · Channel 2…2').nextElementSibling?.tagName).toBe('CODE');
});

test('a URL changed by another user is replaced only after a warning', async () => {
	const [old, theirs] = ['secret', 'theirs'].map(
		(token) => `https://discord.com/api/webhooks/123456789012345678/${token}`,
	);
	const changed = new ApiError(400, {
		code: 'invalid_input',
		message: 'Invalid',
		fields: { before: 'is not current' },
	});
	const save = vi.fn<Props['save']>(async () => null).mockRejectedValueOnce(changed);
	const props = {
		save,
		subscription: { id: '1', options: {}, changed: async () => rerender(element(on, { ...props, url: theirs! })) },
	};
	const { rerender } = row(on, props);
	fireEvent.click(screen.getByRole('button', { name: 'Edit Lounge' }));
	fireEvent.click(screen.getByRole('button', { name: 'Save Lounge' }));
	expect((await screen.findByRole('alert')).textContent).toMatch(/^Error: someone else has changed this URL/);
	fireEvent.click(screen.getByRole('button', { name: 'Save Lounge' }));
	await screen.findByRole('button', { name: 'Edit Lounge' });
	expect(save.mock.calls).toEqual([
		[old, old],
		[old, theirs],
	]);
});

test('a test reloads the row', async () => {
	const failed = { status: 'failed', queuedAt: 1000, sentAt: null, reason: 'Unknown Webhook [10015]' };
	vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: failed })));
	const changed = vi.fn<() => Promise<void>>();
	row(on, { subscription: { id: '1', options: {}, changed } });
	fireEvent.click(screen.getByRole('button', { name: 'Test Lounge' }));
	await screen.findByText(/^Test failed: Unknown Webhook/);
	expect(changed).toHaveBeenCalledOnce();
});
