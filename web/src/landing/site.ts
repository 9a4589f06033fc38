import type { Site } from '@dropwire/contract';
import { useEffect, useState } from 'react';

/**
 * The settings of the public pages: undefined until they have loaded, or if the server does not respond. The pages that
 * the server renders have them from the start.
 */
export function useSite(): Site | undefined {
	const [site, setSite] = useState<Site>();
	useEffect(() => {
		void fetch('/api/site')
			.then(async (response) => (response.ok ? setSite((await response.json()) as Site) : undefined))
			// The page is complete without it.
			.catch(() => undefined);
	}, []);
	return site;
}

const NAMES: Readonly<Record<string, string>> = {
	'x.com': 'X',
	'twitter.com': 'X',
	'instagram.com': 'Instagram',
	'youtube.com': 'YouTube',
	'tiktok.com': 'TikTok',
	'facebook.com': 'Facebook',
	'reddit.com': 'Reddit',
	'github.com': 'GitHub',
};

/** The name of a URL's site. */
export function nameOfSite(url: string): string {
	const host = new URL(url).hostname.replace(/^www\./, '');
	return NAMES[host] ?? host;
}
