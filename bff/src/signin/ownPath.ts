/** A path of ours to go on to, or `/`: never another site, however it is spelled. */
export function ownPath(next: string | undefined): string {
	if (!next || !/^\/(?![/\\])/.test(next)) return '/';
	const base = 'http://own.invalid';
	if (!URL.canParse(next, base)) return '/';
	const url = new URL(next, base);
	// `/.//host` is a path until its dots are resolved, and then another site.
	const own = url.origin === base && !url.pathname.startsWith('//');
	return own ? `${url.pathname}${url.search}${url.hash}` : '/';
}
