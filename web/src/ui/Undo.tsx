import './undo.css';
import { useHotkeys } from '@mantine/hooks';
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
import { SignedOut } from './SignedOut.tsx';

export { flushDeletions };

interface Undo {
	/** Deletes one row, or several together, after 8 s unless the user undoes it. The rows are hidden immediately. */
	remove(keys: string | readonly string[], text: DeletionText, run: () => Promise<unknown>): void;
	isPendingDelete(key: string): boolean;
}

const UndoContext = createContext<Undo>({ remove: deleteLater, isPendingDelete: () => false });
export const useUndo = () => useContext(UndoContext);

/** Fields in which the browser undoes what was typed. A checkbox has the focus after its row was selected. */
const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=range])';

function undo(event: KeyboardEvent): void {
	if (event.target instanceof Element && event.target.matches(TEXT_FIELDS)) return;
	event.preventDefault();
	undoNewest();
}

/**
 * Shows every pending deletion with an Undo button, each failure until the user closes it, and a session that has ended.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
	const { deletions, failures } = useSyncExternalStore(subscribeDeletions, currentDeletions);
	// The bar is last in the tab order, so the keyboard could not reach it within 8 s.
	useHotkeys([['mod+Z', undo, { preventDefault: false }]], []);
	useEffect(() => {
		// Leaving the page confirms the deletions.
		const finishAll = () => void flushDeletions();
		addEventListener('pagehide', finishAll);
		return () => {
			removeEventListener('pagehide', finishAll);
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
								<button
									type="button"
									title="Ctrl+Z or ⌘Z undoes the newest deletion"
									aria-keyshortcuts="Control+Z Meta+Z"
									onClick={() => undoDeletion(id)}
								>
									Undo
								</button>
							)}
						</p>
					))}
				</div>
				<div role="alert">
					<SignedOut />
					{failures.map(({ id, text }) => (
						<p className="failed" key={id}>
							{text}
							<button type="button" onClick={() => dismissFailure(id)}>
								Close
							</button>
						</p>
					))}
				</div>
			</div>
		</UndoContext>
	);
}
