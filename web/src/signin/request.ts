/** The sign-in request of the command line, from the query of its link. */
export interface CliRequest {
	port: number;
	state: string;
	challenge: string;
	name: string;
}

/**
 * Reads the request; null if a parameter is missing or invalid. The server validates it again. This check protects the
 * content of the page, and ensures that "Deny" leads to a port of this computer and never to another host.
 */
export function readCliRequest(query: URLSearchParams): CliRequest | null {
	const [port, state, challenge, name] = ['port', 'state', 'challenge', 'name'].map((field) => query.get(field) ?? '');
	if (!/^\d{4,5}$/.test(port ?? '') || Number(port) < 1024 || Number(port) > 65_535) return null;
	if (![state, challenge].every((text) => /^[\w-]{43}$/.test(text ?? '')) || !name?.trim()) return null;
	return { port: Number(port), state: state ?? '', challenge: challenge ?? '', name: name.trim().slice(0, 100) };
}

/** A code as the terminal shows it, from what somebody typed: `k7qx m2pa` is `K7QX-M2PA`. */
export function dashed(code: string): string {
	const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
	return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4, 12)}` : letters;
}
