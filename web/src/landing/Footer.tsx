import type { Site } from '@dropwire/contract';
import { nameOfSite } from './site.ts';
import { INVITATION } from './texts.ts';

export function Footer({ site }: { site: Site }) {
	return (
		<footer>
			<nav aria-label="Product">
				<b>Product</b>
				<a href="/#how">How it works</a>
				<a href="/#watched">What is watched</a>
				<a href="/releases">Release calendar</a>
				<a href="/status">Status</a>
			</nav>
			<nav aria-label="Tools">
				<b>Tools</b>
				<a href="/freefetcher">Free fetcher</a>
				<a href="/payout">Payout calculator</a>
				<a href="/userportal/accesstoken">Extension</a>
				<a href="/api/docs">API</a>
			</nav>
			<nav aria-label="Contact">
				<b>Contact</b>
				{site.inviteUrl && <a {...INVITATION}>Discord</a>}
				{site.socialUrls.map((url) => (
					<a key={url} href={url} target="_blank" rel="noreferrer me">
						{nameOfSite(url)}
					</a>
				))}
				{site.contactEmail && <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>}
				<a href="/privacy-policy-and-terms">Privacy and terms</a>
			</nav>
			<p>Dropwire is not affiliated with the brands and shops that it watches, nor with Discord.</p>
		</footer>
	);
}
