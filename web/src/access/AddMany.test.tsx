import type { CallOutput, Contract } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AddMany } from './AddMany.tsx';

const ID = '199999999999999991';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

/** Previews one new client and saves, which the server answers with `saved`. */
async function save(saved: CallOutput<Contract['bulkUsers']>) {
	const counts = { added: 1, changed: 0, removed: 0, unchanged: 0, refused: 0 };
	const answers = [{ applied: false, data: [{ discordId: ID, outcome: 'added', problem: null }], counts }, saved];
	vi.stubGlobal('fetch', async (url: string) =>
		Response.json(url.includes('/api/bulk/users') ? answers.shift() : { plans: [] }),
	);
	const close = vi.fn<() => void>();
	render(
		<MantineProvider env="test">
			<AddMany opened close={close} />
		</MantineProvider>,
	);
	fireEvent.change(await screen.findByLabelText(/^Discord IDs/), { target: { value: ID } });
	fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
	fireEvent.click(await screen.findByRole('button', { name: 'Save 1 client' }));
	await waitFor(() => expect(answers).toEqual([]));
	return close;
}

test('clients who are refused only when they are saved are shown, and the form stays open', async () => {
	const problem = 'is an admin, not a client';
	const close = await save({
		applied: false,
		data: [{ discordId: ID, outcome: 'refused', problem }],
		counts: { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 1 },
	});
	expect((await screen.findByText(problem)).parentElement?.textContent).toContain(ID);
	await screen.findByRole('button', { name: 'Preview' });
	expect(close).not.toHaveBeenCalled();
	expect(screen.getByLabelText<HTMLTextAreaElement>(/^Discord IDs/).value).toBe(ID);
});

test('the form closes once the clients are saved', async () => {
	const close = await save({
		applied: true,
		data: [{ discordId: ID, outcome: 'added', problem: null }],
		counts: { added: 1, changed: 0, removed: 0, unchanged: 0, refused: 0 },
	});
	await waitFor(() => expect(close).toHaveBeenCalledOnce());
});
