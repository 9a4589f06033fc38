import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UNDO_MS } from './deletions.ts';
import { flushDeletions, UndoProvider, useUndo } from './Undo.tsx';

/** A deletion at the server that comes to an end when it is told to. */
function serverCall() {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	return { run: vi.fn<() => Promise<void>>(() => promise), resolve, reject };
}
const remove = (id: string, run: () => Promise<unknown>) =>
	act(() => hook.result.current.remove(id, `Deleted ${id}`, run));
const isGoing = (id: string) => hook.result.current.isGoing(id);
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
});

test('each of many deletions can be taken back, and none of those is done', async () => {
	const calls = Array.from({ length: 5 }, serverCall);
	calls.forEach(({ run }, n) => remove(`row ${n}`, run));
	expect(isGoing('row 0')).toBe(true);
	for (const button of screen.getAllByRole('button', { name: 'Undo' })) fireEvent.click(button);
	expect(isGoing('row 0')).toBe(false);
	await later();
	expect(calls.map(({ run }) => run.mock.calls.length)).toEqual([0, 0, 0, 0, 0]);
});

test('a deletion under way cannot be taken back, stays hidden, and leaving the page does not do it again', async () => {
	const { run, resolve } = serverCall();
	remove('row', run);
	await later();
	expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
	expect(isGoing('row')).toBe(true);
	window.dispatchEvent(new Event('pagehide'));
	expect(run).toHaveBeenCalledTimes(1);
	await act(async () => resolve());
	expect(isGoing('row')).toBe(false);
	expect(screen.queryByText('Deleted row')).toBeNull();
});

test('a failure stands until it is closed, whatever is deleted meanwhile', async () => {
	const [first, second] = [serverCall(), serverCall()];
	remove('one', first.run);
	await later();
	await act(async () => first.reject());
	remove('two', second.run);
	expect(screen.getByRole('alert').textContent).toContain('Deleted one did not work.');
	fireEvent.click(screen.getByRole('button', { name: 'Close' }));
	expect(screen.getByRole('alert').textContent).toBe('');
	second.resolve();
});

test('a sign-out waits for what is pending', async () => {
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
