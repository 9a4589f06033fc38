import { ANNOUNCEMENT_TOPIC } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { useCall } from '../api/useCall.ts';
import { UndoProvider } from '../ui/Undo.tsx';
import { Endpoints } from './Endpoints.tsx';

const url = (token: string) => `https://discord.com/api/webhooks/123456789012345678/${token}`;
const health = { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null };

function Saved() {
	return <Endpoints call={useCall('stockNumberWebhooks', {})} />;
}

test('a URL changed by another operator is replaced only after a warning', async () => {
	const sent: unknown[] = [];
	let current = url('seen');
	vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
		if (path !== '/api/bulk/webhooks')
			return Response.json([{ id: '1', webhookId: '2', label: 'Lounge', value: current, health, place: null }]);
		const [row] = (JSON.parse(body ?? '') as { rows: { before: string; value: string }[] }).rows;
		sent.push(row);
		if (row?.before === current) {
			current = row.value;
			return Response.json({ data: [{ row: 0, outcome: 'changed' }] });
		}
		const fields = { 'rows.0.before': 'is not current' };
		return Response.json({ error: { code: 'invalid_input', message: 'Invalid', fields } }, { status: 400 });
	});
	render(
		<MantineProvider>
			<MemoryRouter>
				<UndoProvider>
					<Saved />
				</UndoProvider>
			</MemoryRouter>
		</MantineProvider>,
	);
	fireEvent.click(await screen.findByRole('button', { name: 'Edit Lounge' }));
	fireEvent.change(screen.getByLabelText('Webhook URL of Lounge'), { target: { value: url('mine') } });
	current = url('theirs');
	fireEvent.click(screen.getByRole('button', { name: 'Save Lounge' }));
	await screen.findByText(/^Error: someone else has changed this URL/);
	fireEvent.click(screen.getByRole('button', { name: 'Save Lounge' }));
	await screen.findByRole('button', { name: 'Edit Lounge' });
	const row = { ...ANNOUNCEMENT_TOPIC, action: 'UPDATE', label: 'Lounge', value: url('mine') };
	expect(sent).toEqual([
		{ ...row, before: url('seen') },
		{ ...row, before: url('theirs') },
	]);
});
