import { hasUnsaved } from './unsaved.ts';

/** The path of the page on which the user last typed something. */
let typedAt: string | null = null;
/** Whatever keeps the page, besides what the user typed. */
const holding = new Set<unknown>();
let isSignedOut = false;
const listeners = new Set<() => void>();

addEventListener('input', () => {
	typedAt = location.pathname;
});

/**
 * Keeps the page for a user who is signed out, for what is not finished or not yet read.
 * @param of identifies it
 * @param is whether there is any
 */
export function holdPage(of: unknown, is: boolean): void {
	if (is) holding.add(of);
	else holding.delete(of);
}

/** Whether leaving this page would lose what the user has typed, not saved, or not yet read. */
export function isHeld(): boolean {
	return typedAt === location.pathname || hasUnsaved() || holding.size > 0;
}

/** Whether the session has ended while the page has something to lose. */
export function signedOut(): boolean {
	return isSignedOut;
}

export function setSignedOut(next: boolean): void {
	if (isSignedOut === next) return;
	isSignedOut = next;
	for (const listener of listeners) listener();
}

export function subscribeSignedOut(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
