import { PublicPage } from './PublicPage.tsx';
import { Title } from './Title.tsx';

/** The page for an unknown address. */
export function NotFound() {
	return (
		<PublicPage>
			<NothingHere />
		</PublicPage>
	);
}

/** The same inside a page's frame. @param home where the way back leads */
export function NothingHere({ home = '/' }: { home?: string }) {
	return (
		<div style={{ minHeight: '60vh', display: 'grid', placeContent: 'center', textAlign: 'center', padding: 24 }}>
			<Title of="404 Page not found" />
			<h1 style={{ fontSize: 24, margin: 0 }}>404 Page not found</h1>
			<p>
				<a href={home} style={{ color: 'var(--signal-text)' }}>
					Back to the home page
				</a>
			</p>
		</div>
	);
}
