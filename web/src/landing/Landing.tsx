import './landing.css';
import { useSearchParams } from 'react-router-dom';
import { MessagePreview } from './MessagePreview.tsx';

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
	return (
		<div className="landing">
			<header>
				<a className="logo" href="/">
					<img src="/favicon.svg" alt="" width="28" height="28" /> Dropwire
				</a>
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
				<section className="words">
					<h1>The moment it drops, your server knows.</h1>
					<p>
						Dropwire watches Nike in 16 marketplaces and tells your Discord server the moment a product changes:
						release, restock, price, status, stock per size.
					</p>
					<a className="button" href="/dashboard/admin">
						Choose what your server gets
					</a>
				</section>
				<MessagePreview />
			</main>
		</div>
	);
}
