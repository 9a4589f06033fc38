import type { ErrorBody } from '@dropwire/contract';
import { useEffect, useState } from 'react';
import { useSignedIn } from '../ui/useSignedIn.ts';
import { CopyAddress } from './CopyAddress.tsx';

const PATH = '/api/calendarsecret';
const FAILED = 'The server did not answer. Try again.';

/** The address of the calendar of one's own watches: for those who are signed in. */
export function OwnCalendar() {
	const isSignedIn = useSignedIn();
	/** Null until it is known. */
	const [exists, setExists] = useState<boolean | null>(null);
	const [url, setUrl] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	useEffect(() => {
		if (isSignedIn) void readExists().then(setExists, () => setError(FAILED));
	}, [isSignedIn]);
	async function make() {
		setBusy(true);
		setError(null);
		try {
			const response = await fetch(PATH, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: '{}',
			});
			const body = (await response.json()) as { data?: { url: string } } & Partial<ErrorBody>;
			if (body.data) {
				setUrl(body.data.url);
				setExists(true);
			} else setError(body.error?.message ?? FAILED);
		} catch {
			setError(FAILED);
		}
		setBusy(false);
	}
	return (
		<div>
			<h3>Your watches</h3>
			{!isSignedIn ? (
				<p>
					<a href="/auth?next=/releases">Sign in</a> for a private calendar of the products that you watch.
				</p>
			) : (
				<>
					<p>
						A private address with the releases of the products that you watch. Whoever has it can read them.{' '}
						{exists && url === null && 'You have one; a new one replaces it, and the old address ends at once.'}
					</p>
					{url === null ? (
						<button type="button" disabled={busy || exists === null} onClick={() => void make()}>
							{exists ? 'Replace the address' : 'Make an address'}
						</button>
					) : (
						<>
							<p>
								<code>{url}</code>
							</p>
							<p className="dim">It is shown only now. Subscribe or copy it before you leave the page.</p>
							<div className="calendar-ways">
								<a className="button" href={url.replace(/^https?:/, 'webcal:')}>
									Subscribe
								</a>
								<CopyAddress label="Copy private address" value={url} />
							</div>
						</>
					)}
					{error !== null && (
						<p className="bad" role="alert">
							Error: {error}
						</p>
					)}
				</>
			)}
		</div>
	);
}

/** Whether the reader has a calendar of their own. */
async function readExists(): Promise<boolean> {
	const response = await fetch(PATH);
	if (!response.ok) throw new Error(`The server answered ${response.status}`);
	return ((await response.json()) as { data: { exists: boolean } }).data.exists;
}
