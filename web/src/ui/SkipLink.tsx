/** The id of the page's main part. */
export const CONTENT_ID = 'content';

/** The first link of a page: past its menu, for those who use the keyboard. Its styles are in skipLink.css. */
export function SkipLink() {
	return (
		<a className="skip" href={`#${CONTENT_ID}`}>
			Skip to content
		</a>
	);
}
