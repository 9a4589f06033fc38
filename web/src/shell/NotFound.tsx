import { Title } from './Title.tsx';

/** Where no page is. */
export function NotFound() {
	return (
		<main>
			<NothingHere />
		</main>
	);
}

/** The same within a page's frame. */
export function NothingHere() {
	return (
		<div style={{ minHeight: '60vh', display: 'grid', placeContent: 'center', textAlign: 'center', padding: 24 }}>
			<Title of="404 Page not found" />
			<h1 style={{ fontSize: 24, margin: 0 }}>404 Page not found</h1>
			<p>
				<a href="/" style={{ color: 'var(--signal)' }}>
					Back to the start
				</a>
			</p>
		</div>
	);
}
