import { Film } from './Film.tsx';
import { MessagePreview } from './MessagePreview.tsx';

/** The top: night in both themes, since its film is. */
export function Hero({ invites }: { invites: boolean }) {
	return (
		<div className="top night" id="home">
			<Film />
			<header className="bar">
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
			<div className="hero">
				<section className="words" aria-labelledby="welcome">
					<p className="eyebrow">Welcome to Dropwire</p>
					<h1 id="welcome">The moment it drops, your server knows.</h1>
					<p>
						Dropwire watches Nike in 16 marketplaces and tells your Discord server the moment a product changes:
						release, restock, price, status, stock per size.
					</p>
					{/* Unseen rather than gone where there is no community to join, so that nothing moves. */}
					<a className="button" href="/invite" target="_blank" rel="noreferrer" hidden={!invites}>
						Join our Discord
					</a>
					<a className="second" href="/dashboard/admin">
						Choose what your server gets
					</a>
				</section>
				<MessagePreview />
			</div>
		</div>
	);
}
