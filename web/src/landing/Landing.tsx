import './landing.css';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MessagePreview } from './MessagePreview.tsx';
import { siteInvite } from './site.ts';
import { FEATURES, STATUSES } from './texts.ts';

/** Why somebody landed here instead of where they wanted to go. */
const NOTICES: Readonly<Record<string, string>> = {
	'signin=failed': 'Signing in did not work: Discord did not confirm who you are. Try again.',
	'access=denied':
		'You are signed in, but your account is not on the access list. Ask an operator of this Dropwire to add you.',
};

/** The public face. Its bundle holds no component library. */
export function Landing() {
	const [query] = useSearchParams();
	const notice = Object.entries(NOTICES).find(([key]) => query.toString().includes(key))?.[1];
	const [inviteUrl, setInviteUrl] = useState<string | null>(null);
	useEffect(() => {
		// Without an answer the page is whole all the same, but for the invitation.
		void siteInvite().then(setInviteUrl);
	}, []);
	return (
		<div className="landing">
			<header>
				<a className="logo" href="/#home">
					<img src="/favicon.svg" alt="" width="28" height="28" /> Dropwire
				</a>
				<nav aria-label="This page">
					<a href="#home">Home</a>
					<a href="#features">Features</a>
					<a href="#faq">FAQ</a>
					<a href="/userportal/accesstoken">User Portal</a>
				</nav>
				<a className="button" href="/dashboard/admin">
					Client Dashboard
				</a>
			</header>
			{notice && (
				<p className="notice" role="alert">
					{notice}
				</p>
			)}
			<main>
				<div className="hero" id="home">
					<section className="words">
						<h1>The moment it drops, your server knows.</h1>
						<p>
							Dropwire watches Nike in 16 marketplaces and tells your Discord server the moment a product changes:
							release, restock, price, status, stock per size.
						</p>
						{inviteUrl && (
							<a className="button" href={inviteUrl} target="_blank" rel="noreferrer">
								Join our Discord
							</a>
						)}
						<a className={inviteUrl ? 'second' : 'button'} href="/dashboard/admin">
							Choose what your server gets
						</a>
					</section>
					<MessagePreview />
				</div>
				<section id="features" className="part">
					<h2>What it does</h2>
					<ul className="features">
						{FEATURES.map(({ title, text }) => (
							<li key={title}>
								<h3>{title}</h3>
								<p>{text}</p>
							</li>
						))}
					</ul>
				</section>
				<section id="faq" className="part">
					<h2>What the statuses mean</h2>
					{STATUSES.map(({ status, text }) => (
						<details key={status}>
							<summary>{status}</summary>
							<p>{text}</p>
						</details>
					))}
				</section>
			</main>
			<footer>
				<a href="/privacy-policy-and-terms">Privacy and terms</a>
				<a href="/freefetcher">Free fetcher</a>
				<a href="/api/docs">API</a>
				{inviteUrl && (
					<a href={inviteUrl} target="_blank" rel="noreferrer">
						Discord
					</a>
				)}
			</footer>
		</div>
	);
}
