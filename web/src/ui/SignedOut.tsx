import { useSyncExternalStore } from 'react';
import { signedOut, subscribeSignedOut } from '../api/signedOut.ts';

/** Shown instead of a redirect to sign-in while the page has something to lose. */
export function SignedOut() {
	if (!useSyncExternalStore(subscribeSignedOut, signedOut)) return null;
	return (
		<p className="failed">
			You are signed out. This page stays as it is if you sign in in another tab and come back.
			<a href={`/auth?next=${encodeURIComponent(location.pathname)}`} target="_blank" rel="noopener">
				Sign in
			</a>
		</p>
	);
}
