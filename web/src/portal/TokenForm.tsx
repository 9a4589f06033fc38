import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { useOutcome } from '../ui/useOutcome.ts';
import { StoredToken } from './StoredToken.tsx';

/** Minimum display time of the spinner, and display time of the notice, ms (spec 1, section 9). */
const DELAY_MS = 1000;
const NOTICE_MS = 8000;

/** Sends a token, and shows until when the current one is stored. */
export function TokenForm() {
	const [token, setToken] = useState('');
	const [busy, setBusy] = useState(false);
	const [outcome, setOutcome] = useOutcome(NOTICE_MS);
	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setOutcome(null);
		await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
		try {
			await api.retailerToken({ accesstoken: token });
			// Another token may have been pasted in the meantime.
			setToken((now) => (now === token ? '' : now));
			setOutcome({ bad: false, text: 'Token sent successfully' });
			await refresh('retailerTokenState');
		} catch (error) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(error, 'accesstoken')}` });
		}
		setBusy(false);
	}

	return (
		<form className="card token-form" onSubmit={(event) => void submit(event)}>
			<h3>Your token</h3>
			<StoredToken report={setOutcome} />
			<Textarea
				label="Access token"
				description={
					<>
						The <a href="#guide">guide</a> explains how to find it. A new token replaces the stored one.
					</>
				}
				required
				autosize
				minRows={6}
				maxRows={12}
				spellCheck={false}
				autoComplete="off"
				classNames={{ input: 'mono' }}
				value={token}
				onChange={(event) => setToken(event.currentTarget.value)}
			/>
			<Button type="submit" loading={busy} mt={12}>
				Send token
			</Button>
			<Banner outcome={outcome} />
		</form>
	);
}
