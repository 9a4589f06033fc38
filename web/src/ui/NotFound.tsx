import { Button } from '@mantine/core';
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
		<div className="nothing-here">
			<Title of="404 Page not found" />
			<h1>404 Page not found</h1>
			<p className="dim">
				There is no page at <span className="mono">{location.pathname}</span>. The link may be wrong, or what it led to
				was deleted.
			</p>
			<Button component="a" href={home} variant="default">
				Back to the home page
			</Button>
		</div>
	);
}
