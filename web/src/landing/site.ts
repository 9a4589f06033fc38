import { useEffect, useState } from 'react';

/** Where else one meets us, as the operator has set it. */
export interface Site {
	/** Null where the operator has named no community. */
	inviteUrl: string | null;
	socialUrls: readonly string[];
	/** Null where the operator has named no address to write to. */
	contactEmail: string | null;
}

/**
 * Undefined until known, and for good when the server does not answer. Asked without the typed client, which brings every
 * schema of the contract with it: this page stays small.
 */
export function useSite(): Site | undefined {
	const [site, setSite] = useState<Site>();
	useEffect(() => {
		void fetch('/api/site')
			.then(async (response) => (response.ok ? setSite((await response.json()) as Site) : undefined))
			// The page is whole without it.
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

/** What people call the place that an address leads to. */
export function nameOfSite(url: string): string {
	const host = new URL(url).hostname.replace(/^www\./, '');
	return NAMES[host] ?? host;
}
