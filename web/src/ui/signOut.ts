import { endSession } from '../api/client.ts';
import { flushDeletions } from './deletions.ts';

/** Sends the deletions that can still be undone, which need the session, ends it and opens the landing page. */
export async function signOut(): Promise<void> {
	await flushDeletions();
	await endSession();
}
