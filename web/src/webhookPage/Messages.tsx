import '../deliveries/deliveries.css';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useSoon } from '../api/useSoon.ts';
import { MessageTable } from '../deliveries/MessageTable.tsx';

const EVERY_MS = 10_000;

/** The messages to one webhook, newest first, with their outcomes. */
export function Messages({ id }: { id: string }) {
	const pages = usePages('webhookMessages', { id }, EVERY_MS);
	const reloadSoon = useSoon(pages.reload);
	useLive({ delivery: reloadSoon, deliveries: reloadSoon, reset: reloadSoon });
	return <MessageTable pages={pages} name="webhookMessages" none="No messages yet. Press Test to send one." />;
}
