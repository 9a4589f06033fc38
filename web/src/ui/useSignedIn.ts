import { useEffect, useState } from 'react';

let asked: Promise<boolean | null> | undefined;

/** Asks the server once for the page. Everybody can ask. */
async function ask(): Promise<boolean | null> {
	try {
		const response = await fetch('/api/userportal/user');
		return response.ok && (await response.text()) !== 'unauthorized';
	} catch {
		return null;
	}
}

/** Whether the browser has a session, on pages outside the app; null until it is known, and without an answer. */
export function useSignedIn(): boolean | null {
	const [isSignedIn, setSignedIn] = useState<boolean | null>(null);
	useEffect(() => void (asked ??= ask()).then(setSignedIn), []);
	return isSignedIn;
}
