import { useWindowEvent } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';

export interface AnnouncementText {
	title: string;
	imageURL: string;
	description: string;
}

const EMPTY: AnnouncementText = { title: '', imageURL: '', description: '' };

/** Outlives the screen: an answer that arrives after it was left empties the text on the next visit, too. */
let draft = EMPTY;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

function write(text: AnnouncementText): void {
	draft = text;
	for (const listener of listeners) listener();
}

/**
 * The announcement that is being written. Other screens keep it; the browser asks before a reload or another site loses
 * it.
 * @returns the text, its setter, and what empties it unless it was edited since this rendering
 */
export function useDraft(): [AnnouncementText, (text: AnnouncementText) => void, () => void] {
	const text = useSyncExternalStore(subscribe, () => draft);
	useWindowEvent('beforeunload', (event) => {
		if (Object.values(text).some((part) => part.trim() !== '')) event.preventDefault();
	});
	const clear = () => {
		if (draft === text) write(EMPTY);
	};
	return [text, write, clear];
}
