/** The messages of the browsers and of the build about a script or style sheet that cannot be loaded. */
const MESSAGES =
	/dynamically imported module|Importing a module script failed|Unable to preload CSS|is not a valid JavaScript MIME type/;
/** After this time a page may reload itself again, ms. */
const AGAIN_MS = 60_000;
const KEY = 'reloaded-for-missing-file';

/** Whether an error says that a file of the page is missing. */
export function isMissingFile(error: unknown): boolean {
	return error instanceof Error && MESSAGES.test(error.message);
}

/**
 * Reloads the page if an error says that one of its files is missing: after a deployment, an open tab still refers to the
 * files of the earlier build. A second error within a minute is not about that. Without a network it reloads once that is back.
 * @returns whether the page reloads
 */
export function reloadForMissingFile(error: unknown, reload = () => location.reload()): boolean {
	if (!isMissingFile(error)) return false;
	if (!navigator.onLine) {
		addEventListener('online', () => reload(), { once: true });
		return false;
	}
	try {
		const before = Number(sessionStorage.getItem(KEY));
		if (Date.now() - before < AGAIN_MS) return false;
		sessionStorage.setItem(KEY, String(Date.now()));
	} catch {
		// Without storage the page could reload forever.
		return false;
	}
	reload();
	return true;
}
