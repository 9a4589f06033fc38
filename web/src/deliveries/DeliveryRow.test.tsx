import type { LoggedDelivery } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { DeliveryRow } from './DeliveryRow.tsx';

afterEach(cleanup);

const sent: LoggedDelivery = {
	id: '1',
	status: 'sent',
	kind: 'RESTOCK',
	eventId: '2',
	topic: 'Nike Shoes Active · US',
	target: '…/webhooks/400000000000000014/••••?thread_id=…9012',
	title: 'Air Jordan 3',
	sku: 'CK9246-101',
	region: 'US',
	image: null,
	attempts: 1,
	reason: null,
	seenAt: 1000,
	queuedAt: 1010,
	sentAt: 1100,
	messageId: '5',
	editOf: null,
	edits: [],
	label: null,
	webhookId: null,
	place: {
		otherServer: false,
		guildId: '200000000000000001',
		guildName: 'Sole Searchers',
		channelId: '300000000000000014',
		channelName: 'general',
		name: 'Dropwire',
	},
	messageUrl: 'https://discord.com/channels/200000000000000001/300000000000000014/5',
};

function show(row: LoggedDelivery) {
	render(
		<MantineProvider>
			<MemoryRouter>
				<table>
					<tbody>
						<DeliveryRow row={row} guildId="200000000000000001" resend={async () => {}} />
					</tbody>
				</table>
			</MemoryRouter>
		</MantineProvider>,
	);
	return screen.getAllByRole('cell').map(({ textContent }) => textContent);
}

test("a server's log names the Discord channel and thread of a message, and links to the message", () => {
	expect(show(sent)[2]).toBe('Nike Shoes Active · US#general …0014, thread …9012');
	expect(screen.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe(sent.messageUrl);
});

test('without a known channel the log shows the webhook', () => {
	expect(show({ ...sent, place: null, messageUrl: null })[2]).toContain('…/webhooks/4000…0014/••••');
	expect(screen.queryByRole('link', { name: 'Message' })).toBeNull();
});
