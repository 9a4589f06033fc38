import { reasonOf } from './useCall.ts';

/** How long a deletion can be taken back (look: "8 seconds instead of asking"). */
export const UNDO_MS = 8000;

/** A deletion that was asked for and has not come to an end. */
export interface Deletion {
	id: number;
	/** What is on its way out. */
	hides: readonly string[];
	text: string;
	/** Under way: too late to take it back. */
	running: boolean;
}
/** One that did not work, until somebody has read it. */
export interface Failed {
	id: number;
	text: string;
}
interface State {
	deletions: readonly Deletion[];
	failures: readonly Failed[];
}

let state: State = { deletions: [], failures: [] };
let newest = 0;
const listeners = new Set<() => void>();
/** What each that waits will do; who takes one out does it, so that none is done twice. */
const waiting = new Map<number, () => Promise<unknown>>();
const running = new Set<Promise<void>>();

function change(next: Partial<State>): void {
	state = { ...state, ...next };
	for (const listener of listeners) listener();
}

export function currentDeletions(): State {
	return state;
}

export function onDeletions(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Deletes one thing or several together in 8 s unless it is taken back; what is on the way out is hidden at once. */
export function deleteLater(ids: string | readonly string[], text: string, run: () => Promise<unknown>): void {
	const id = ++newest;
	waiting.set(id, run);
	setTimeout(() => begin(id), UNDO_MS);
	change({ deletions: [...state.deletions, { id, hides: [ids].flat(), text, running: false }] });
}

function begin(id: number): void {
	const run = waiting.get(id);
	if (!run) return;
	waiting.delete(id);
	change({ deletions: state.deletions.map((one) => (one.id === id ? { ...one, running: true } : one)) });
	const end = run()
		.then(
			() => drop(id),
			(error: unknown) => fail(id, reasonOf(error)),
		)
		.finally(() => running.delete(end));
	running.add(end);
}

/** Takes a deletion back that has not begun; one that has goes on. */
export function takeBack(id: number): void {
	if (waiting.delete(id)) drop(id);
}

/** Takes the newest back of those that can be. */
export function takeNewestBack(): void {
	const newest = [...waiting.keys()].at(-1);
	if (newest !== undefined) takeBack(newest);
}

export function forgetFailure(id: number): void {
	change({ failures: state.failures.filter((one) => one.id !== id) });
}

/** Runs what still waits, and waits for all that is under way: before a sign-out, and when the page is left. */
export async function flushDeletions(): Promise<void> {
	for (const id of waiting.keys()) begin(id);
	await Promise.all(running);
}

function drop(id: number): void {
	change({ deletions: state.deletions.filter((one) => one.id !== id) });
}

/** What did not work stands again, with the reason. */
function fail(id: number, reason: string): void {
	const text = state.deletions.find((one) => one.id === id)?.text;
	drop(id);
	change({ failures: [...state.failures, { id, text: `${text} did not work. ${reason}` }] });
}
