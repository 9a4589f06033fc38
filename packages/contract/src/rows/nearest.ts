import { distance } from 'fastest-levenshtein';

/** The most similar word; undefined if none is similar enough. */
export function nearest(word: string, words: readonly string[]): string | undefined {
	// Two edits cover swapped letters, but would match any two words of three letters.
	const max = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
	return words
		.map((one) => ({ one, edits: distance(word.toLowerCase(), one.toLowerCase()) }))
		.filter(({ edits }) => edits <= max)
		.sort((a, b) => a.edits - b.edits)[0]?.one;
}
