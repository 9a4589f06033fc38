/** Paths that are no pages: a sign-in that ended at one of the first two would begin again for ever. */
const RESERVED = /^\/(auth|connect|api)(\/|$)/i;

/** A page of this server for a redirect, or `/`. Never another site, in any notation, nor a path that is no page. */
export function ownPath(next: string | undefined): string {
	if (!next || !/^\/(?![/\\])/.test(next)) return '/';
	const base = 'http://own.invalid';
	if (!URL.canParse(next, base)) return '/';
	const url = new URL(next, base);
	// `/.//host` starts as a path, but becomes another site when its dots are resolved.
	const own = url.origin === base && !url.pathname.startsWith('//') && !RESERVED.test(url.pathname);
	return own ? `${url.pathname}${url.search}${url.hash}` : '/';
}
