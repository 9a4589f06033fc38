/** Bounds of the keyword watches. */
export const KEYWORD_LIMITS = {
	/** Keyword watches of all operators together: each phrase is a search at a shop in every round. */
	watches: 100,
	/** Phrases of a watch, to find and to leave out. */
	phrases: 5,
	excluded: 50,
	/** Characters of a phrase. */
	phrase: 100,
	/** New products that one search sends one by one; more are one message. */
	newPerRound: 20,
} as const;

/** What a keyword watch looks for in a shop's list. */
export interface Keywords {
	/** A title has at least one of these phrases: whole words, in any letter case. */
	include: readonly string[];
	/** A title has none of these. */
	exclude: readonly string[];
	/** Bounds of the current price, inclusive, in the currency's main unit; null for none. A product without a known price passes. */
	minPrice: number | null;
	maxPrice: number | null;
}

/** `dunk low, jordan 1 · without kids · 50 to 200`, for people. */
export function keywordText({ include, exclude, minPrice, maxPrice }: Keywords): string {
	const price =
		minPrice !== null && maxPrice !== null
			? `${minPrice} to ${maxPrice}`
			: minPrice !== null
				? `from ${minPrice}`
				: maxPrice !== null
					? `up to ${maxPrice}`
					: '';
	return [include.join(', '), exclude.length > 0 ? `without ${exclude.join(', ')}` : '', price]
		.filter(Boolean)
		.join(' · ');
}
