import { keptDraft } from '../ui/keptDraft.ts';

export interface AnnouncementText {
	title: string;
	imageURL: string;
	description: string;
}

const EMPTY: AnnouncementText = { title: '', imageURL: '', description: '' };

/** Outlives the screen: an answer that arrives after it was left empties the text on the next visit, too. */
const draft = keptDraft(EMPTY, (text) => Object.values(text).every((part) => part.trim() === ''));

/**
 * The announcement that is being written.
 * @returns the text, its setter, and what empties it unless it was edited since this rendering
 */
export function useDraft(): [AnnouncementText, (text: AnnouncementText) => void, () => void] {
	const text = draft.useDraft();
	const clear = () => {
		if (draft.read() === text) draft.write(EMPTY);
	};
	return [text, draft.write, clear];
}
