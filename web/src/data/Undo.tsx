import './undo.css';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { reasonOf } from './useCall.ts';

/** How long a deletion can be taken back (look: "8 seconds instead of asking"). */
const UNDO_MS = 8000;

interface Pending {
	id: string;
	/** What is on its way out. */
	hides: readonly string[];
	text: string;
	timer: number;
	run(): Promise<unknown>;
}

interface Undo {
	/** Deletes one thing or several together in 8 s unless it is taken back; what is on the way out is hidden at once. */
	remove(ids: string | readonly string[], text: string, run: () => Promise<unknown>): void;
	isGoing(id: string): boolean;
}

const UndoContext = createContext<Undo>({ remove: () => {}, isGoing: () => false });
export const useUndo = () => useContext(UndoContext);

export function UndoProvider({ children }: { children: ReactNode }) {
	const [pending, setPending] = useState<readonly Pending[]>([]);
	const [failure, setFailure] = useState<string | null>(null);
	const latest = useRef(pending);
	useEffect(() => {
		latest.current = pending;
	}, [pending]);

	const undo = useMemo(() => {
		const drop = (id: string) => setPending((all) => all.filter((item) => item.id !== id));
		return {
			remove(ids: string | readonly string[], text: string, run: () => Promise<unknown>) {
				const hides = [ids].flat();
				const id = crypto.randomUUID();
				setFailure(null);
				const finish = () => {
					run().then(
						() => drop(id),
						(error: unknown) => {
							drop(id);
							setFailure(`${text} did not work. ${reasonOf(error)}`);
						},
					);
				};
				setPending((all) => [...all, { id, hides, text, run, timer: window.setTimeout(finish, UNDO_MS) }]);
			},
			takeBack(id: string) {
				const item = latest.current.find((entry) => entry.id === id);
				if (item) clearTimeout(item.timer);
				drop(id);
			},
		};
	}, []);

	useEffect(() => {
		// Who leaves the page meant it.
		const finishAll = () => {
			for (const { timer, run } of latest.current) {
				clearTimeout(timer);
				void run();
			}
		};
		addEventListener('pagehide', finishAll);
		return () => {
			removeEventListener('pagehide', finishAll);
			finishAll();
		};
	}, []);

	const value = useMemo(() => {
		const going = new Set(pending.flatMap(({ hides }) => hides));
		return { remove: undo.remove, isGoing: (id: string) => going.has(id) };
	}, [pending, undo]);
	return (
		<UndoContext value={value}>
			{children}
			<div className="undo-bar" role="status" aria-live="polite">
				{pending.slice(-3).map((item) => (
					<p key={item.id}>
						{item.text}
						<button type="button" onClick={() => undo.takeBack(item.id)}>
							Undo
						</button>
					</p>
				))}
				{failure && (
					<p className="failed">
						{failure}
						<button type="button" onClick={() => setFailure(null)}>
							Close
						</button>
					</p>
				)}
			</div>
		</UndoContext>
	);
}
