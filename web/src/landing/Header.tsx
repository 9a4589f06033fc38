/** The header of the pages that the server renders. */
export function Header({ plans }: { plans: boolean }) {
	return (
		<header className="bar">
			<a className="logo" href="/#home">
				<img src="/favicon.svg" alt="" width="28" height="28" /> Dropwire
			</a>
			<nav aria-label="This page">
				<a href="/#home">Home</a>
				<a href="/#features">Features</a>
				{plans && <a href="/#plans">Plans</a>}
				<a href="/#faq">FAQ</a>
				<a href="/userportal/accesstoken">User Portal</a>
			</nav>
			<a className="button" href="/dashboard/admin">
				Client Dashboard
			</a>
		</header>
	);
}
