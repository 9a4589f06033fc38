import { hasUnsaved } from './unsaved.ts';

/** The path of the page on which the user last typed something. */
let typedAt: string | null = null;
let isSignedOut = false;
const listeners = new Set<() => void>();

addEventListener('input', () => {
	typedAt = location.pathname;
});

/** Whether leaving this page would lose what the user has typed or not saved. */
export function hasTyped(): boolean {
	return typedAt === location.pathname || hasUnsaved();
}

/** Whether the session has ended while the page has something that the user typed. */
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
