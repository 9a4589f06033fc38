/** What the command line asks for, as its link has it. */
export interface Asked {
	port: number;
	state: string;
	challenge: string;
	name: string;
}

/**
 * Null when something is missing or odd. The server judges it all once more; here it is about what the page shows, and
 * where "No" leads: a port of this computer, and never another host.
 */
export function readAsked(query: URLSearchParams): Asked | null {
	const [port, state, challenge, name] = ['port', 'state', 'challenge', 'name'].map((field) => query.get(field) ?? '');
	if (!/^\d{4,5}$/.test(port ?? '') || Number(port) < 1024 || Number(port) > 65_535) return null;
	if (![state, challenge].every((text) => /^[\w-]{43}$/.test(text ?? '')) || !name?.trim()) return null;
	return { port: Number(port), state: state ?? '', challenge: challenge ?? '', name: name.trim().slice(0, 100) };
}
