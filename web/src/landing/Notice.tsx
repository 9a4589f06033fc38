import './notice.css';
import { useState, useSyncExternalStore } from 'react';

/** Why somebody landed here instead of where they wanted to go. */
const NOTICES: Readonly<Record<string, string>> = {
	'signin=failed': 'Signing in did not work: Discord did not confirm who you are. Try again.',
	'signout=failed': 'You are still signed in: the server could not be told. Sign out again in a moment.',
	'access=denied':
		'You are signed in, but your account is not on the access list. Ask an operator of this Dropwire to add you.',
};

/** The address of this page changes by loading it only. */
const never = () => () => {};

/** Stands over the page, so that it moves nothing when it comes. */
export function Notice() {
	// The document was written before anybody asked for it: what the address says is known only here.
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
					<button type="button" onClick={() => setClosed(true)}>
						Close
					</button>
				</p>
			)}
		</div>
	);
}
