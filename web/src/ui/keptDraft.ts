import { useSyncExternalStore } from 'react';
import { markUnsaved } from '../api/unsaved.ts';

/**
 * What the user edits on a screen and has not saved. It outlives the screen; the browser asks before a reload or another
 * site loses it.
 */
export interface KeptDraft<T> {
	read(): T;
	write(draft: T): void;
	useDraft(): T;
}

/** @param empty the draft before the first edit */
export function keptDraft<T>(empty: T, isEmpty: (draft: T) => boolean): KeptDraft<T> {
	let draft = empty;
	const listeners = new Set<() => void>();
	const read = () => draft;
	const subscribe = (listener: () => void) => {
		listeners.add(listener);
		return () => void listeners.delete(listener);
	};
	return {
		read,
		write(next) {
			draft = next;
			markUnsaved(listeners, !isEmpty(next));
			for (const listener of listeners) listener();
		},
		useDraft: () => useSyncExternalStore(subscribe, read),
	};
}
