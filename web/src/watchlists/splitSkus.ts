/** The input split on spaces, empty parts dropped (spec 2, section 3). */
export function splitSkus(input: string): string[] {
	return input.split(/\s+/).filter(Boolean);
}
