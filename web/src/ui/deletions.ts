import { KEEPALIVE_MAX } from '../api/client.ts';
import { holdPage } from '../api/signedOut.ts';
import { markUnsaved } from '../api/unsaved.ts';
import { reasonOf } from '../api/useCall.ts';

/** Thrown by a deletion that has left some of its rows. Its message names them and the reason. */
export class RowsKept extends Error {
	override name = 'RowsKept';
}

/** How long a deletion can be undone before it is sent, ms. */
export const UNDO_MS = 8000;

/** The longest part of a request that names a row, bytes: its place, its label and its URL. */
const ROW_MAX = 400;
/** The same without the URL, for a row whose key has a long URL. */
const KEYED_MAX = 100;

/** The name of a deletion: after it starts (`Deleted 3 webhooks`), and after "Could not" if it fails. */
export interface DeletionText {
	done: string;
	infinitive: string;
}

/** A deletion that has not finished. */
export interface Deletion {
	id: number;
	/** Keys of the rows that are hidden until the deletion finishes. */
	hides: readonly string[];
	text: DeletionText;
	/** Whether the deletion was sent to the server and can no longer be undone. */
	running: boolean;
}
/** A failed deletion, shown until the user dismisses it. */
export interface FailedDeletion {
	id: number;
	text: string;
}
interface State {
	deletions: readonly Deletion[];
	failures: readonly FailedDeletion[];
}

let state: State = { deletions: [], failures: [] };
let newest = 0;
const listeners = new Set<() => void>();
/**
 * The work of each deletion that can still be undone. The code that removes an entry runs its work, so no deletion runs
 * twice.
 */
const waiting = new Map<number, () => Promise<unknown>>();
const running = new Set<Promise<void>>();

function change(next: Partial<State>): void {
	state = { ...state, ...next };
	// Requests with more rows can be too large to outlive the page, which would cancel the deletion.
	const sizes = state.deletions.flatMap(({ hides }) => hides.map((key) => Math.max(ROW_MAX, key.length + KEYED_MAX)));
	markUnsaved(waiting, sizes.reduce((sum, size) => sum + size, 0) > KEEPALIVE_MAX);
	// The rows of a failed deletion would be back without a word.
	holdPage(waiting, state.deletions.length + state.failures.length > 0);
	for (const listener of listeners) listener();
}

export function currentDeletions(): State {
	return state;
}

export function subscribeDeletions(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Runs a deletion after 8 s unless it is undone.
 * @param keys the keys of the rows to delete, which are hidden immediately
 */
export function deleteLater(keys: string | readonly string[], text: DeletionText, run: () => Promise<unknown>): void {
	const id = ++newest;
	waiting.set(id, run);
	setTimeout(() => begin(id), UNDO_MS);
	change({ deletions: [...state.deletions, { id, hides: [keys].flat(), text, running: false }] });
}

function begin(id: number): void {
	const run = waiting.get(id);
	if (!run) return;
	waiting.delete(id);
	change({ deletions: state.deletions.map((one) => (one.id === id ? { ...one, running: true } : one)) });
	const end = run()
		.then(
			() => drop(id),
			(error: unknown) => fail(id, error),
		)
		.finally(() => running.delete(end));
	running.add(end);
}

/** Undoes a deletion that has not been sent. A sent deletion continues. */
export function undoDeletion(id: number): void {
	if (waiting.delete(id)) drop(id);
}

/** Undoes the newest deletion that has not been sent. @returns whether there was one */
export function undoNewest(): boolean {
	const newest = [...waiting.keys()].at(-1);
	if (newest === undefined) return false;
	undoDeletion(newest);
	return true;
}

export function dismissFailure(id: number): void {
	change({ failures: state.failures.filter((one) => one.id !== id) });
}

/**
 * Sends the deletions that can still be undone and waits for all of them. Called before signing out or leaving the
 * page.
 */
export async function flushDeletions(): Promise<void> {
	for (const id of waiting.keys()) begin(id);
	await Promise.all(running);
}

function drop(id: number): void {
	change({ deletions: state.deletions.filter((one) => one.id !== id) });
}

/** Shows the rows again, with the reason of the failure. */
function fail(id: number, error: unknown): void {
	const deletion = state.deletions.find((one) => one.id === id);
	if (!deletion) return;
	const text = error instanceof RowsKept ? error.message : `Could not ${deletion.text.infinitive}: ${reasonOf(error)}`;
	drop(id);
	change({ failures: [...state.failures, { id, text }] });
}
