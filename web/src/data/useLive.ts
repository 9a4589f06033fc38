import { useEffect, useRef, useState } from 'react';
import { refresh } from './useCall.ts';

/** The first wait before a stream that was refused is asked for again, and the longest, ms. */
const [FIRST_WAIT, LONGEST_WAIT] = [1000, 15_000];

type Handlers = Readonly<Record<string, (data: unknown) => void>>;

/**
 * Listens to /api/live while the page is seen; a hidden page listens to nothing, since a browser opens few connections to
 * one server. A stream that breaks off goes on by itself after the last thing that was told; one that is refused (the
 * server restarts) is asked for again.
 * @param handlers by the name of what is told: `event`, `delivery`, `guild`; `reset` also when something was missed
 * @returns whether it listens right now
 */
export function useLive(handlers: Handlers): boolean {
	const [open, setOpen] = useState(false);
	const latest = useRef(handlers);
	useEffect(() => {
		latest.current = handlers;
	});
	const names = Object.keys(handlers).join(' ');
	useEffect(() => {
		let source: EventSource | undefined;
		let timer: number | undefined;
		let wait = FIRST_WAIT;
		let opened = 0;
		const stop = () => {
			clearTimeout(timer);
			source?.close();
			setOpen(false);
		};
		const listen = () => {
			stop();
			if (document.visibilityState === 'hidden') return;
			const stream = new EventSource('/api/live');
			source = stream;
			stream.addEventListener('hello', () => {
				wait = FIRST_WAIT;
				setOpen(true);
				// Whatever happened while nobody listened.
				if (opened++ > 0) latest.current['reset']?.(null);
			});
			stream.addEventListener('error', () => {
				setOpen(false);
				// The browser itself tries again after a broken connection, but not after a refusal.
				if (stream.readyState !== EventSource.CLOSED) return;
				// If it was refused because nobody is signed in any more, this leads to sign-in.
				void refresh('currentUser');
				timer = window.setTimeout(listen, wait);
				wait = Math.min(2 * wait, LONGEST_WAIT);
			});
			for (const name of names.split(' ')) {
				stream.addEventListener(name, ({ data }) => latest.current[name]?.(JSON.parse(data as string)));
			}
		};
		listen();
		document.addEventListener('visibilitychange', listen);
		return () => {
			document.removeEventListener('visibilitychange', listen);
			stop();
		};
	}, [names]);
	return open;
}
