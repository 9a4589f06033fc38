import './undo.css';
import { useHotkeys } from '@mantine/hooks';
import { Link } from 'react-router-dom';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import {
	currentDeletions,
	type DeletionText,
	deleteLater,
	flushDeletions,
	dismissFailure,
	subscribeDeletions,
	undoDeletion,
	undoNewest,
} from './deletions.ts';
import {
	currentNotices,
	dismissNotice,
	type Notice,
	subscribeNotices,
	undoNewestNotice,
	undoNotice,
} from './notices.ts';
import { SignedOut } from './SignedOut.tsx';

export { flushDeletions };

interface Undo {
	/** Deletes one row, or several together, after 8 s unless the user undoes it. The rows are hidden immediately. */
	remove(keys: string | readonly string[], text: DeletionText, run: () => Promise<unknown>): void;
	isPendingDelete(key: string): boolean;
}

const UndoContext = createContext<Undo>({ remove: deleteLater, isPendingDelete: () => false });
export const useUndo = () => useContext(UndoContext);

/** Fields in which the browser undoes what was typed, unless they are empty. A checkbox has the focus after its row was selected. */
const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=range])';

function undo(event: KeyboardEvent): void {
	const { target } = event;
	if (target instanceof Element && target.matches(TEXT_FIELDS) && (target as HTMLInputElement).value !== '') return;
	event.preventDefault();
	if (!undoNewest()) undoNewestNotice();
}

/**
 * Shows every pending deletion and what other actions did, with an Undo button where they can be undone; each failure until
 * the user closes it; and a session that has ended.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
	const { deletions, failures } = useSyncExternalStore(subscribeDeletions, currentDeletions);
	const notices = useSyncExternalStore(subscribeNotices, currentNotices);
	// The bar is last in the tab order, so the keyboard could not reach it within 8 s.
	useHotkeys([['mod+Z', undo, { preventDefault: false }]], []);
	useEffect(() => {
		// Leaving the page confirms the deletions.
		const finishAll = () => void flushDeletions();
		// A phone can end a page in the background without an event. On a computer, Undo survives a visit to another tab.
		const finishHidden = () => {
			if (document.hidden && matchMedia('(pointer: coarse)').matches) finishAll();
		};
		addEventListener('pagehide', finishAll);
		document.addEventListener('visibilitychange', finishHidden);
		return () => {
			removeEventListener('pagehide', finishAll);
			document.removeEventListener('visibilitychange', finishHidden);
			finishAll();
		};
	}, []);
	const value = useMemo(() => {
		const pending = new Set(deletions.flatMap(({ hides }) => hides));
		return { remove: deleteLater, isPendingDelete: (key: string) => pending.has(key) };
	}, [deletions]);
	return (
		<UndoContext value={value}>
			{children}
			<div className="undo-bar">
				<div role="status">
					{deletions.toReversed().map(({ id, text, running }) => (
						<p key={id}>
							{text.done}
							{!running && (
								<button type="button" {...UNDO_KEYS} onClick={() => undoDeletion(id)}>
									Undo
								</button>
							)}
						</p>
					))}
					{notices.map((notice) => !notice.bad && <Success key={`notice ${notice.id}`} notice={notice} />)}
				</div>
				<div role="alert">
					<SignedOut />
					{notices.map(
						({ id, text, bad }) => bad && <Failure key={`notice ${id}`} text={text} close={() => dismissNotice(id)} />,
					)}
					{failures.map(({ id, text }) => (
						<Failure key={id} text={text} close={() => dismissFailure(id)} />
					))}
				</div>
			</div>
		</UndoContext>
	);
}

const UNDO_KEYS = {
	title: 'Ctrl+Z or ⌘Z undoes the newest change',
	'aria-keyshortcuts': 'Control+Z Meta+Z',
} as const;

function Success({ notice: { id, text, to, undo } }: { notice: Notice }) {
	return (
		<p>
			<span className="grow">{text}</span>
			{to && <Link to={to}>Open</Link>}
			{undo && (
				<button type="button" {...UNDO_KEYS} onClick={() => void undoNotice(id)}>
					Undo
				</button>
			)}
		</p>
	);
}

function Failure({ text, close }: { text: string; close(): void }) {
	return (
		<p className="failed">
			{text}
			<button type="button" onClick={close}>
				Close
			</button>
		</p>
	);
}
