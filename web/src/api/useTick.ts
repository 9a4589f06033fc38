import { useSyncExternalStore } from 'react';

const EVERY_MS = 10_000;

/** All components share one timer, so that they render together. */
const listeners = new Set<() => void>();
let timer: number | undefined;
let ticks = 0;

function subscribe(listener: () => void): () => void {
	if (listeners.size === 0) timer = window.setInterval(tick, EVERY_MS);
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) clearInterval(timer);
	};
}

function tick(): void {
	ticks++;
	for (const listener of listeners) listener();
}

/** Renders a component every ten seconds: a time such as `12s ago` becomes wrong although nothing has changed. */
export function useTick(): void {
	useSyncExternalStore(
		subscribe,
		() => ticks,
		() => 0,
	);
}
