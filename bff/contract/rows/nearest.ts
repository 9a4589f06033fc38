/** The word that was probably meant; undefined when none is close. */
export function nearest(word: string, words: readonly string[]): string | undefined {
	const most = Math.max(1, Math.floor(word.length / 3));
	return words
		.map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }))
		.filter(({ far }) => far <= most)
		.sort((a, b) => a.far - b.far)[0]?.one;
}

/** How many letters have to be put in, taken out, replaced or swapped with the next (optimal string alignment). */
function distance(a: string, b: string): number {
	const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
	const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		rows.push(row);
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			row[j] = Math.min(at(i, j - 1) + 1, at(i - 1, j) + 1, at(i - 1, j - 1) + same);
			const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			if (swapped) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1);
		}
	}
	return at(a.length, b.length);
}
