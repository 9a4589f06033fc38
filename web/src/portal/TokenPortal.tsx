import './portal.css';
import { Button, Loader, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../data/client.ts';
import { reasonOf, useCall } from '../data/useCall.ts';
import { useOutcome } from '../data/useOutcome.ts';
import { Extension } from './Extension.tsx';
import { Banner } from '../shell/Banner.tsx';
import { Leave } from '../shell/Leave.tsx';
import { PublicPage } from '../shell/PublicPage.tsx';
import { Title } from '../shell/Title.tsx';

/** The spinner stands for a moment, the notice for a while (spec 1, section 9). */
const DELAY_MS = 1000;
const NOTICE_MS = 8000;

/** The token portal: a member hands over the access token of a retailer's account. */
export default function TokenPortal() {
	return (
		<PublicPage>
			<Title of="User Portal" />
			<Portal />
		</PublicPage>
	);
}

function Portal() {
	// No session leads to sign-in and back, which asking by name does; any other failure to the start.
	const { data, error } = useCall('portalUser', {}, { revalidateOnFocus: false });
	if (error && error.status !== 401) return <Leave to="/" />;
	if (!data) {
		return (
			<div style={{ minHeight: '50vh', display: 'grid', placeContent: 'center' }} aria-busy="true">
				<Loader aria-label="Loading" />
			</div>
		);
	}
	return (
		<div className="portal">
			<h1>User Portal</h1>
			<p className="dim">Signed in as {data.username}.</p>
			<section className="card">
				<h2>Terms of service</h2>
				<p>
					By sending a token you let Dropwire keep the access token of your own sportswear account, encrypted, until it
					expires: at the time that it states itself, or after 24 hours. It is never shown again, to you or to anyone.
					Whoever holds such a token can act in your account while it lives, so:
				</p>
				<ul>
					<li>use a burner account, not the one that you buy with;</li>
					<li>change the account&apos;s details at least every hour of use;</li>
					<li>sign out at the retailer when you are done, which ends the token.</li>
				</ul>
				<p>
					The whole text is on the <a href="/privacy-policy-and-terms">terms page</a>.
				</p>
			</section>
			<TokenForm />
			<section className="card">
				<h2 id="guide">Guide: where the token is</h2>
				<ol>
					<li>Sign in at the retailer&apos;s site in this browser.</li>
					<li>
						Open the developer tools (F12), then <b>Network</b>, and reload the page.
					</li>
					<li>
						Choose a request to the retailer&apos;s <span className="mono">api</span> host and look at its request
						headers.
					</li>
					<li>
						Copy what stands behind <span className="mono">Authorization: Bearer</span>, without the word Bearer, and
						paste it above.
					</li>
				</ol>
			</section>
			<Extension />
		</div>
	);
}

function TokenForm() {
	const [token, setToken] = useState('');
	const [busy, setBusy] = useState(false);
	const [outcome, setOutcome] = useOutcome(NOTICE_MS);
	const [expiresAt, setExpiresAt] = useState<number | null>(null);
	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setOutcome(null);
		await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
		try {
			const { data } = await api.retailerToken({ accesstoken: token });
			setToken('');
			setExpiresAt(data.expiresAt);
			setOutcome({ bad: false, text: 'Token sent successfully' });
		} catch (error) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(error, 'accesstoken')}` });
		}
		setBusy(false);
	}

	return (
		<form className="card" onSubmit={(event) => void submit(event)}>
			<Textarea
				label="Access token"
				description={
					<>
						Where it is says the <a href="#guide">guide</a>.
					</>
				}
				required
				autosize
				minRows={4}
				maxRows={10}
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
			{outcome && !outcome.bad && expiresAt !== null && (
				<p className="dim">It is kept until {new Date(expiresAt).toLocaleString()}.</p>
			)}
		</form>
	);
}
