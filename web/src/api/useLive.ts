import { useEffect, useRef, useState } from 'react';
import { type LiveHandlers, listenLive } from './liveStream.ts';

/**
 * Listens to /api/live while the page is visible.
 * @returns whether the stream is open
 */
export function useLive(handlers: LiveHandlers): boolean {
	const [open, setOpen] = useState(false);
	const latest = useRef(handlers);
	useEffect(() => {
		latest.current = handlers;
	});
	useEffect(() => listenLive({ handlers: () => latest.current, onOpen: setOpen }), []);
	return open;
}
