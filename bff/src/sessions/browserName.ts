import Bowser from 'bowser';

/** The browser's name from its User-Agent header, such as `Firefox on Windows`; null if unknown. */
export function browserName(userAgent: string | null): string | null {
	if (!userAgent) return null;
	const { browser, os } = Bowser.parse(userAgent);
	if (!browser.name) return null;
	return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
