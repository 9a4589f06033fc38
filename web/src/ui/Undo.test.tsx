import { ApiError } from '@dropwire/contract';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { goSignIn } from '../api/client.ts';
import { setSignedOut } from '../api/signedOut.ts';
import { UNDO_MS } from './deletions.ts';
import { currentNotices, dismissNotice, notify } from './notices.ts';
import { flushDeletions, UndoProvider, useUndo } from './Undo.tsx';

/** A deletion on the server that finishes when the test resolves it. */
function serverCall() {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	return { run: vi.fn<() => Promise<void>>(() => promise), resolve, reject };
}
const remove = (id: string, run: () => Promise<unknown>, keys: string | readonly string[] = id) =>
	act(() => hook.result.current.remove(keys, { done: `Deleted ${id}`, infinitive: `delete ${id}` }, run));
const isPendingDelete = (id: string) => hook.result.current.isPendingDelete(id);
const later = () => act(() => vi.advanceTimersByTimeAsync(UNDO_MS));

let hook: ReturnType<typeof renderHook<ReturnType<typeof useUndo>, unknown>>;
beforeEach(() => {
	vi.useFakeTimers();
	hook = renderHook(() => useUndo(), { wrapper: UndoProvider });
});
afterEach(async () => {
	hook.unmount();
	await flushDeletions();
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test('each of several deletions can be undone separately', async () => {
	const calls = Array.from({ length: 5 }, serverCall);
	calls.forEach(({ run }, n) => remove(`row ${n}`, run));
	expect(isPendingDelete('row 0')).toBe(true);
	for (const button of screen.getAllByRole('button', { name: 'Undo' })) fireEvent.click(button);
	expect(isPendingDelete('row 0')).toBe(false);
	await later();
	expect(calls.map(({ run }) => run.mock.calls.length)).toEqual([0, 0, 0, 0, 0]);
});

test('Ctrl+Z undoes the newest deletion, except in a field with text', () => {
	for (const id of ['first', 'second', 'third']) remove(id, async () => null);
	const press = (type: string, value: string) => {
		const field = Object.assign(document.createElement('input'), { type, value });
		document.body.append(field);
		fireEvent.keyDown(field, { key: 'z', ctrlKey: true });
		field.remove();
		return ['first', 'second', 'third'].filter(isPendingDelete);
	};
	expect(press('search', 'typed')).toEqual(['first', 'second', 'third']);
	expect(press('search', '')).toEqual(['first', 'second']);
	expect(press('checkbox', 'on')).toEqual(['first']);
});

test('a sent deletion cannot be undone and is sent once', async () => {
	const { run, resolve } = serverCall();
	remove('row', run);
	await later();
	expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
	expect(isPendingDelete('row')).toBe(true);
	window.dispatchEvent(new Event('pagehide'));
	expect(run).toHaveBeenCalledTimes(1);
	await act(async () => resolve());
	expect(isPendingDelete('row')).toBe(false);
	expect(screen.queryByText('Deleted row')).toBeNull();
});

test('the browser asks before it closes a page that deletes many rows', async () => {
	const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
	const { run, resolve } = serverCall();
	remove('row', async () => null);
	expect(asks()).toBe(false);
	const rows = Array.from({ length: 100 }, (_, n) => `row ${n}`);
	remove('100 rows', run, rows);
	expect(asks()).toBe(true);
	await later();
	expect(asks()).toBe(true);
	await act(async () => resolve());
	expect(asks()).toBe(false);
	remove('100 rows', run, rows);
	fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
	expect(asks()).toBe(false);
	const urls = Array.from({ length: 10 }, (_, n) => `LINKS/https://example.com/${n}`.padEnd(2048, 'x'));
	remove('10 links', async () => null, urls);
	expect(asks()).toBe(true);
});

test.each([
	{ device: 'phone', coarse: true, sent: 1 },
	{ device: 'computer', coarse: false, sent: 0 },
])('a hidden page on a $device has sent its deletion: $sent', ({ coarse, sent }) => {
	vi.stubGlobal('matchMedia', (media: string) => ({ matches: coarse && media === '(pointer: coarse)' }));
	const hidden = vi.spyOn(document, 'hidden', 'get');
	const run = vi.fn<() => Promise<unknown>>(async () => null);
	remove('row', run);
	for (const is of [false, true, false, true]) {
		hidden.mockReturnValue(is);
		document.dispatchEvent(new Event('visibilitychange'));
	}
	expect(run).toHaveBeenCalledTimes(sent);
});

test('a failure is shown until it is closed', async () => {
	const [first, second] = [serverCall(), serverCall()];
	remove('one', first.run);
	await later();
	await act(async () => first.reject());
	remove('two', second.run);
	expect(screen.getByRole('alert').textContent).toContain('Could not delete one: Something went wrong');
	expect(isPendingDelete('one')).toBe(false);
	fireEvent.click(screen.getByRole('button', { name: 'Close' }));
	expect(screen.getByRole('alert').textContent).toBe('');
	second.resolve();
});

test('signing out waits for pending deletions', async () => {
	const { run, resolve } = serverCall();
	remove('row', run);
	const flushed = vi.fn<() => void>();
	const waiting = act(() => flushDeletions().then(flushed));
	expect(run).toHaveBeenCalledTimes(1);
	expect(flushed).not.toHaveBeenCalled();
	resolve();
	await waiting;
	expect(flushed).toHaveBeenCalled();
});

test('shows what an action did, and undoes it once', async () => {
	const undone = vi.fn<() => Promise<unknown>>(async () => null);
	act(() => notify('17 links added to Restock Radar', { undo: undone }));
	const button = screen.getByRole('button', { name: 'Undo' });
	fireEvent.click(button);
	fireEvent.click(button);
	await act(async () => {});
	expect(undone).toHaveBeenCalledTimes(1);
	screen.getByText('Undone: 17 links added to Restock Radar');
});

test('a failed undo is shown until it is closed', async () => {
	act(() => notify('1 link added', { undo: () => Promise.reject(new Error('gone')) }));
	fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
	await act(async () => {});
	screen.getByText(/^Could not undo “1 link added”/);
	fireEvent.click(screen.getByRole('button', { name: 'Close' }));
	expect(screen.queryByText(/^Could not undo/)).toBeNull();
});

describe('without a session', () => {
	const replaced = vi.fn<(url: string) => void>();
	const lost = () => Promise.reject(new ApiError(401, { code: 'unauthenticated', message: 'Please sign in.' }));
	beforeEach(() => {
		vi.stubGlobal('location', { pathname: '/dashboard/settings/allwebhooks', search: '', replace: replaced });
	});
	afterEach(() => {
		replaced.mockClear();
		for (const { id } of currentNotices()) dismissNotice(id);
		setSignedOut(false);
	});

	test('the page stays for a deletion that waits, and says why it failed', async () => {
		remove('row', lost);
		act(() => goSignIn());
		screen.getByText(/^You are signed out\. This page stays as it is/);
		await later();
		screen.getByText('Could not delete row: Please sign in.');
		expect(isPendingDelete('row')).toBe(false);
		act(() => goSignIn());
		expect(replaced).not.toHaveBeenCalled();
		fireEvent.click(screen.getByRole('button', { name: 'Close' }));
		act(() => goSignIn());
		expect(replaced).toHaveBeenCalledWith('/auth?next=%2Fdashboard%2Fsettings%2Fallwebhooks');
	});

	test('the page stays for an undo that fails', async () => {
		// The redirect of the test above would suppress another one.
		await act(() => vi.advanceTimersByTimeAsync(5000));
		act(() => notify('1 link added', { undo: lost }));
		fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
		await act(async () => {});
		screen.getByText('Could not undo “1 link added”: Please sign in.');
		expect(replaced).not.toHaveBeenCalled();
	});
});
