import { SkipLink } from './SkipLink.tsx';
import { useSignedIn } from './useSignedIn.ts';

/**
 * The header of all pages outside the dashboard. It uses no component library and imports no styles (publicHeader.css), since
 * the server renders it into the landing page.
 */
export function PublicHeader({ plans = false }: { plans?: boolean }) {
	const isSignedIn = useSignedIn();
	return (
		<>
			<SkipLink />
			<header className="bar">
				<a className="logo" href="/#home">
					<img src="/favicon.svg" alt="" width="28" height="28" /> Dropwire
				</a>
				<nav aria-label="Pages">
					<a href="/#home">Home</a>
					<a href="/releases">Releases</a>
					<a href="/#features">Features</a>
					{plans && <a href="/#plans">Plans</a>}
					<a href="/#faq">FAQ</a>
					<a href="/freefetcher">Free fetcher</a>
					<a href="/status">Status</a>
					<a href="/userportal/accesstoken">User Portal</a>
				</nav>
				<div className="bar-account">
					{/* Its place stays, so that nothing moves. */}
					<a className={isSignedIn ? 'bar-sign-in gone' : 'bar-sign-in'} href="/auth?next=/dashboard">
						Sign in
					</a>
					<a className="button" href="/dashboard/admin">
						Client Dashboard
					</a>
				</div>
			</header>
		</>
	);
}
