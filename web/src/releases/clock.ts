import { createContext, useContext, useSyncExternalStore } from 'react';
import { ANYBODY, type Reader } from './times.ts';

/** What the server rendered: until its scripts run, the browser shows the same. */
export interface Rendered {
	/** The search part of the address. */
	search: string;
	/** Epoch ms. */
	at: number;
}
export const Rendered = createContext<Rendered>({ search: '', at: 0 });

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/** All parts of the page share one timer. */
function subscribe(listener: () => void): () => void {
	if (listeners.size === 0) {
		now = Date.now();
		timer = setInterval(() => {
			now = Date.now();
			for (const each of listeners) each();
		}, 1000);
	}
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) clearInterval(timer);
	};
}

/**
 * What is read from the clock, which ticks every second. A component renders when that changes, and not every second.
 * @param read returns a primitive value
 */
export function useClock<T extends string | number | boolean | null>(read: (now: number) => T): T {
	const rendered = useContext(Rendered);
	return useSyncExternalStore(
		subscribe,
		() => read(now || Date.now()),
		() => read(rendered.at),
	);
}

let browser: Reader | undefined;
const never = () => () => {};

/** The reader: anybody while the page is the server's, then the one of the browser. */
export function useReader(): Reader {
	return useSyncExternalStore(
		never,
		() => (browser ??= { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: undefined }),
		() => ANYBODY,
	);
}
