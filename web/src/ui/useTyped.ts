import { useState } from 'react';

/**
 * The content of a field whose value is in the address: what the user types, which is applied later. A link, or the
 * browser's Back button, that changes the value replaces it.
 * @param value the value that is applied
 * @returns the content, its setter, a function to call with each text before it is applied, and one that returns the content to
 * what was applied last, also while the address does not have it yet
 */
export function useTyped(value: string): [string, (text: string) => void, (text: string) => void, () => void] {
	const [typed, setTyped] = useState(value);
	const [shown, setShown] = useState(value);
	const [applied, setApplied] = useState<string | null>(null);
	if (value !== shown) {
		setShown(value);
		setApplied(null);
		// The user may have typed more since this text was applied.
		if (value !== applied) setTyped(value);
	}
	return [typed, setTyped, setApplied, () => setTyped(applied ?? value)];
}
