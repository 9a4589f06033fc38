import { refresh } from './useCall.ts';

/** The messages of /api/live. `reset`: messages were missed. */
const NAMES = ['event', 'delivery', 'deliveries', 'guild', 'reset'] as const;
/** Called with a message's data. */
export type LiveHandlers = Readonly<Partial<Record<(typeof NAMES)[number], (data: unknown) => void>>>;

/** The first and the longest pause before reconnecting a stream that the server rejected, ms. */
const [FIRST_WAIT, LONGEST_WAIT] = [1000, 15_000];

interface Listener {
	handlers(): LiveHandlers;
	onOpen(open: boolean): void;
}

/** All components of a page share one stream. */
const listeners = new Set<Listener>();
let source: EventSource | undefined;
let timer: number | undefined;
let wait = FIRST_WAIT;
let isOpen = false;

/**
 * Listens to /api/live while the page is visible. A hidden page closes its stream, because browsers limit the
 * connections to one server. The browser reconnects a broken stream after the last received message; a rejected stream
 * is reconnected here, for example during a server restart.
 * @returns a function that stops listening
 */
export function listenLive(listener: Listener): () => void {
	listeners.add(listener);
	if (listeners.size > 1) listener.onOpen(isOpen);
	else {
		document.addEventListener('visibilitychange', connect);
		connect();
	}
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		document.removeEventListener('visibilitychange', connect);
		disconnect();
	};
}

function setOpen(open: boolean): void {
	isOpen = open;
	for (const { onOpen } of listeners) onOpen(open);
}

function publish(name: (typeof NAMES)[number], data: unknown): void {
	for (const { handlers } of listeners) handlers()[name]?.(data);
}

function disconnect(): void {
	clearTimeout(timer);
	source?.close();
	setOpen(false);
}

function connect(): void {
	disconnect();
	if (document.visibilityState === 'hidden') return;
	const stream = new EventSource('/api/live');
	source = stream;
	stream.addEventListener('hello', () => {
		wait = FIRST_WAIT;
		setOpen(true);
		// Messages may have been missed since the last connection, or since the page read its data.
		publish('reset', null);
	});
	stream.addEventListener('error', () => {
		setOpen(false);
		// The browser reconnects after a broken connection, but not after an error status.
		if (stream.readyState !== EventSource.CLOSED) return;
		// If the session has ended, this read redirects to sign-in.
		void refresh('currentUser');
		timer = window.setTimeout(connect, wait);
		wait = Math.min(2 * wait, LONGEST_WAIT);
	});
	for (const name of NAMES) {
		stream.addEventListener(name, ({ data }) => publish(name, JSON.parse(data as string)));
	}
}
