import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Broadcast } from './Broadcast.tsx';

test('the list is read-only while it is saved', async () => {
	vi.stubGlobal('fetch', async () => Response.json({ data: [], version: '1' }));
	render(
		<MantineProvider>
			<Broadcast />
		</MantineProvider>,
	);
	const field = await screen.findByLabelText<HTMLTextAreaElement>(/Enter the Webhooks/);
	fireEvent.click(screen.getByRole('button', { name: 'Update' }));
	await waitFor(() => expect(field.readOnly).toBe(true));
	await screen.findByText('Webhooks updated successfully');
	await waitFor(() => expect(field.readOnly).toBe(false));
});
