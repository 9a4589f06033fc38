import { takeReads } from '../api/embeddedReads.ts';
import { SECTIONS } from './sections.tsx';

/** The longest wait for a screen's code, ms. */
const WAIT_MS = 1500;

/**
 * Takes the first data of a page below /dashboard from its document, and loads its screen's code. The document shows the
 * page's shell until then: rendering the shell again, and each part of the page when its data arrives, takes a slow
 * processor longer than waiting. Never rejects; the page reads what the document does not contain.
 * @param path the page's path
 */
export async function prepare(path: string): Promise<void> {
	if (!path.startsWith('/dashboard')) return;
	const section = SECTIONS.find(({ id }) => path.endsWith(`/settings/${id}`));
	const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
	await Promise.race([Promise.allSettled([takeReads(), section?.prepare()]), late]);
}
