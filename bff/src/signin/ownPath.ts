/** A path of this server for a redirect, or `/`. Never another site, in any notation. */
export function ownPath(next: string | undefined): string {
	if (!next || !/^\/(?![/\\])/.test(next)) return '/';
	const base = 'http://own.invalid';
	if (!URL.canParse(next, base)) return '/';
	const url = new URL(next, base);
	// `/.//host` starts as a path, but becomes another site when its dots are resolved.
	const own = url.origin === base && !url.pathname.startsWith('//');
	return own ? `${url.pathname}${url.search}${url.hash}` : '/';
}
