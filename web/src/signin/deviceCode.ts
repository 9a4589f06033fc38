/** A code as the terminal shows it, from what somebody typed: `k7qx m2pa` is `K7QX-M2PA`. */
export function dashed(code: string): string {
	const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
	return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4, 12)}` : letters;
}
