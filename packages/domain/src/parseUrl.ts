/** The URL of a text; null for no URL. `URL.parse` does the same where it exists: Node 22.1, Chrome 126, Safari 18. */
export function parseUrl(text: string): URL | null {
	return URL.canParse(text) ? new URL(text) : null;
}
