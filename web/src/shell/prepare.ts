import { prefetch } from '../api/useCall.ts';
import { callsOf } from './firstReads.ts';
import { SECTIONS } from './sections.tsx';

/** The longest wait for a page's first data, ms. */
const WAIT_MS = 1500;

/**
 * Loads the code and the first data of a page below /dashboard, which its document has already requested. The document
 * shows the page's shell until then: rendering the shell again, and each part of the page when its data arrives, takes a
 * slow processor longer than waiting. Never rejects; the page shows what could not be read.
 * @param path the page's path
 */
export async function prepare(path: string): Promise<void> {
	if (!path.startsWith('/dashboard')) return;
	const section = SECTIONS.find(({ id }) => path.endsWith(`/settings/${id}`));
	const read = async () => {
		const user = await prefetch('currentUser', {});
		// Rejected reads are audited.
		const calls = section && user.roles.includes('admin') ? callsOf(section.id) : [];
		await Promise.allSettled(calls.map(({ name, input }) => prefetch(name, input)));
	};
	const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
	await Promise.race([Promise.allSettled([read(), section?.prepare()]), late]);
}
