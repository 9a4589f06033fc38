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

beforeEach(async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	answer = () => Response.json({ data: row });
	vi.stubGlobal('fetch', async (path: string) =>
		path.startsWith('/api/subscription?') ? answer() : answerBeside(path),
	);
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
