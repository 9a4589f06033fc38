/** A path of ours to go on to, or `/`: never another site, however it is spelled. */
export function ownPath(next: string | undefined): string {
	if (!next || !/^\/(?![/\\])/.test(next)) return '/';
	const base = 'http://own.invalid';
	if (!URL.canParse(next, base)) return '/';
	const url = new URL(next, base);
	return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : '/';
}
