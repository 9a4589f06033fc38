import { holdPage } from '../api/signedOut.ts';
import { reasonOf } from '../api/useCall.ts';
import { UNDO_MS } from './deletions.ts';

/** What an action did, shown below the page for as long as it can be undone. */
export interface Notice {
	id: number;
	text: string;
	/** Whether it is a failure, which stays until the user closes it. */
	bad: boolean;
	/** Where the result is, if not on this page. */
	to: string | null;
	undo: (() => Promise<unknown>) | null;
}

let notices: readonly Notice[] = [];
let newest = 0;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
	notices = next;
	holdPage(
		listeners,
		next.some(({ bad }) => bad),
	);
	for (const listener of listeners) listener();
}

export function currentNotices(): readonly Notice[] {
	return notices;
}

export function subscribeNotices(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Shows what an action did, for 8 s.
 * @param more.undo undoes the action; it runs at most once
 */
export function notify(text: string, more: { to?: string | null; undo?: (() => Promise<unknown>) | null } = {}): void {
	const id = add({ text, bad: false, to: more.to ?? null, undo: more.undo ?? null });
	setTimeout(() => dismissNotice(id), UNDO_MS);
}

function add(notice: Omit<Notice, 'id'>): number {
	const id = ++newest;
	change([...notices, { id, ...notice }]);
	return id;
}

export function dismissNotice(id: number): void {
	change(notices.filter((one) => one.id !== id));
}

/** Undoes an action and shows the outcome. A second call does nothing. */
export async function undoNotice(id: number): Promise<void> {
	const notice = notices.find((one) => one.id === id);
	if (!notice?.undo) return;
	dismissNotice(id);
	holdPage(notice, true);
	try {
		await notice.undo();
		notify(`Undone: ${notice.text}`);
	} catch (error) {
		add({ text: `Could not undo “${notice.text}”: ${reasonOf(error)}`, bad: true, to: null, undo: null });
	} finally {
		holdPage(notice, false);
	}
}

/** Undoes the newest action that can be undone. */
export function undoNewestNotice(): void {
	const last = notices.findLast(({ undo }) => undo !== null);
	if (last) void undoNotice(last.id);
}
