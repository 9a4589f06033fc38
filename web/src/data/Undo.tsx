import './undo.css';
import { useHotkeys } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import {
	currentDeletions,
	deleteLater,
	flushDeletions,
	forgetFailure,
	onDeletions,
	takeBack,
	takeNewestBack,
} from './deletions.ts';

export { flushDeletions };

interface Undo {
	/** Deletes one thing or several together in 8 s unless it is taken back; what is on the way out is hidden at once. */
	remove(ids: string | readonly string[], text: string, run: () => Promise<unknown>): void;
	isGoing(id: string): boolean;
}

const UndoContext = createContext<Undo>({ remove: deleteLater, isGoing: () => false });
export const useUndo = () => useContext(UndoContext);

/** Shows every deletion with its way back, and what did not work until it is closed. */
export function UndoProvider({ children }: { children: ReactNode }) {
	const { deletions, failures } = useSyncExternalStore(onDeletions, currentDeletions);
	// The bar is the last thing on the page: too far for the keyboard to reach it in time.
	useHotkeys([['mod+Z', takeNewestBack]]);
	useEffect(() => {
		// Who leaves the page meant it.
		const finishAll = () => void flushDeletions();
		addEventListener('pagehide', finishAll);
		return () => {
			removeEventListener('pagehide', finishAll);
			finishAll();
		};
	}, []);
	const value = useMemo(() => {
		const going = new Set(deletions.flatMap(({ hides }) => hides));
		return { remove: deleteLater, isGoing: (id: string) => going.has(id) };
	}, [deletions]);
	return (
		<UndoContext value={value}>
			{children}
			<div className="undo-bar">
				<div role="status">
					{deletions.toReversed().map(({ id, text, running }) => (
						<p key={id}>
							{text}
							{!running && (
								<button
									type="button"
									title="Ctrl or ⌘ Z takes the newest back"
									aria-keyshortcuts="Control+Z Meta+Z"
									onClick={() => takeBack(id)}
								>
									Undo
								</button>
							)}
						</p>
					))}
				</div>
				<div role="alert">
					{failures.map(({ id, text }) => (
						<p className="failed" key={id}>
							{text}
							<button type="button" onClick={() => forgetFailure(id)}>
								Close
							</button>
						</p>
					))}
				</div>
			</div>
		</UndoContext>
	);
}
