import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// Loaded ahead: on a busy machine, that takes as long as a test may.
import './OptionsDrawer.tsx';
import { openOptions, OptionsPanel } from './OptionsPanel.tsx';
import { answerBeside } from './testing.ts';

const row = { id: '5', label: 'Lounge', topic: null, target: '…', options: {}, version: 1, roles: [] };
let answer: () => Response;
/** The server's answer to a save. */
let saved: PromiseWithResolvers<Response>;

beforeEach(async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	answer = () => Response.json({ data: row });
	saved = Promise.withResolvers();
	vi.stubGlobal('fetch', async (path: string) => {
		if (path.startsWith('/api/subscriptionedit')) return saved.promise;
		return path.startsWith('/api/subscription?') ? answer() : answerBeside(path);
	});
	render(
		<MantineProvider env="test">
			<MemoryRouter initialEntries={['/one']}>
				<Link to="/two">Other screen</Link>
				<OptionsPanel />
			</MemoryRouter>
		</MantineProvider>,
	);
	act(() => openOptions({ id: '5', name: 'Lounge', saved: () => {} }));
	await screen.findByLabelText('Sender name');
});
afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const leave = () => fireEvent.click(screen.getByText('Other screen'));
const edit = () => fireEvent.change(screen.getByLabelText('Sender name'), { target: { value: 'Radar' } });

test('unsaved options survive a visit to another screen', async () => {
	edit();
	leave();
	fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
	expect(screen.getByLabelText<HTMLInputElement>('Sender name').value).toBe('Radar');
	const unload = new Event('beforeunload', { cancelable: true });
	window.dispatchEvent(unload);
	expect(unload.defaultPrevented).toBe(true);
});

/** Saves, and waits until the fields are inert. */
async function save() {
	fireEvent.click(screen.getByRole('button', { name: 'Save' }));
	await vi.waitFor(() => expect(screen.getByLabelText('Paused').closest('[inert]')).not.toBeNull());
}
const isSaved = () => act(async () => saved.resolve(Response.json({ data: { ...row, version: 2 } })));

test('nothing can be edited while the options are saved, also after Reload', async () => {
	edit();
	await save();
	const stale = { code: 'conflict', message: 'x', fields: { version: 'must be 2' } };
	await act(async () => saved.resolve(Response.json({ error: stale }, { status: 409 })));
	const reload = await screen.findByRole('button', { name: 'Reload and keep my edits' });
	const read = Promise.withResolvers<Response>();
	vi.stubGlobal('fetch', async (path: string) =>
		path.startsWith('/api/subscription?') ? read.promise : answerBeside(path),
	);
	fireEvent.click(reload);
	expect(screen.getByLabelText('Paused').closest('[inert]')).not.toBeNull();
	await act(async () => read.resolve(Response.json({ data: { ...row, version: 2 } })));
	expect(screen.getByLabelText('Paused').closest('[inert]')).toBeNull();
	expect(screen.getByLabelText<HTMLInputElement>('Sender name').value).toBe('Radar');
});

test('a save that ends after Discard does not close the next panel', async () => {
	edit();
	await save();
	fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
	fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
	act(() => openOptions({ id: '6', name: 'Drops', saved: () => {} }));
	await screen.findByLabelText('Sender name');
	await isSaved();
	expect(screen.getByRole('dialog', { name: 'Options of Drops' })).toBeTruthy();
});

test('without edits the panel closes with its screen', async () => {
	leave();
	await vi.waitFor(() => expect(screen.queryByLabelText('Sender name')).toBeNull());
});

test.each([
	[404, 'This webhook was removed from the list, so its options can no longer be saved.'],
	[403, 'This webhook was removed, or you can no longer manage it: its options cannot be saved.'],
])('the panel says that somebody else has removed the webhook (%i)', async (status, text) => {
	edit();
	leave();
	answer = () => Response.json({ error: { code: 'not_found', message: 'x' } }, { status });
	await act(() => vi.advanceTimersByTimeAsync(5000));
	expect((await screen.findByRole('alert')).textContent).toBe(text);
	fireEvent.click(screen.getByRole('button', { name: 'Close dialog' }));
	await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
