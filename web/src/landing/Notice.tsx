import { useState, useSyncExternalStore } from 'react';

/** Why a user was redirected here. */
const NOTICES: Readonly<Record<string, string>> = {
	'signin=failed': 'Sign-in failed: Discord did not confirm your account. Try again.',
	'signin=canceled': 'You canceled the sign-in at Discord.',
	'signin=again': 'This sign-in was already used, or it began in another browser. Sign in again.',
	'account=deleted': 'Your data is deleted, and you are signed out.',
	'signout=failed': 'You are still signed in: the server could not be reached. Sign out again in a moment.',
};

/** The address of this page changes only when the page loads. */
const never = () => () => {};

/** Overlays the page, so that nothing moves when it appears. */
export function Notice() {
	// The build rendered the page without knowing the address.
	const search = useSyncExternalStore(
		never,
		() => location.search,
		() => '',
	);
	const [closed, setClosed] = useState(false);
	const query = new URLSearchParams(search).toString();
	const notice = closed ? undefined : Object.entries(NOTICES).find(([key]) => query.includes(key))?.[1];
	return (
		<div role="alert" className="notices">
			{notice && (
				<p className="notice">
					{notice}
					{query.includes('signin=') && <a href="/auth">Sign in</a>}
					<button type="button" onClick={() => setClosed(true)}>
						Close
					</button>
				</p>
			)}
		</div>
	);
}
