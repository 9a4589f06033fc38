import type { WebhookDetails } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Rename } from './Rename.tsx';

test('the label is read-only while it is saved, and saved once', async () => {
	const saved = Promise.withResolvers<Response>();
	const fetched = vi.fn<() => Promise<Response>>(() => saved.promise);
	vi.stubGlobal('fetch', fetched);
	render(
		<MantineProvider>
			<Rename webhook={{ id: '1', label: 'Lounge' } as WebhookDetails} />
		</MantineProvider>,
	);
	fireEvent.click(screen.getByRole('button'));
	const field = screen.getByLabelText<HTMLInputElement>('Label');
	fireEvent.change(field, { target: { value: 'Drops' } });
	fireEvent.submit(field);
	await waitFor(() => expect(field.readOnly).toBe(true));
	fireEvent.submit(field);
	expect(fetched).toHaveBeenCalledOnce();
	saved.resolve(Response.json({ data: {} }));
	await waitFor(() => expect(screen.queryByLabelText('Label')).toBeNull());
});
