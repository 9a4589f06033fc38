import { nameOfSite, type Site } from './site.ts';

export function Footer({ site }: { site: Site | undefined }) {
	const invites = site?.inviteUrl !== null;
	return (
		<footer>
			<a href="/privacy-policy-and-terms">Privacy and terms</a>
			<a href="/freefetcher">Free fetcher</a>
			<a href="/api/docs">API</a>
			{invites && (
				<a href="/invite" target="_blank" rel="noreferrer">
					Discord
				</a>
			)}
			{site?.socialUrls.map((url) => (
				<a key={url} href={url} target="_blank" rel="noreferrer me">
					{nameOfSite(url)}
				</a>
			))}
		</footer>
	);
}
