/** The beginning of a text, at most `max` UTF-16 units and never half a character. */
export function clipText(text: string, max: number): string {
	return text
		.slice(0, max)
		.toWellFormed()
		.replace(/\uFFFD$/, '');
}
