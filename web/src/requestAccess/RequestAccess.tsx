import './requestAccess.css';
import type { CallOutput, Contract } from '@dropwire/contract';
import { Button, Loader, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, signOut } from '../api/client.ts';
import { reasonOf, refresh, useCall } from '../api/useCall.ts';
import { ReadError } from '../ui/Loading.tsx';
import { PublicPage } from '../ui/PublicPage.tsx';
import { Title } from '../ui/Title.tsx';
import { dateTime } from '../ui/format.ts';
import { Plans } from './Plans.tsx';

const EVERY_MS = 15_000;

/** For signed-in people who are not on the access list: the plans, a request for access, and what became of it. */
export default function RequestAccess() {
	return (
		<PublicPage>
			<Title of="Request access" />
			<Page />
		</PublicPage>
	);
}

function Page() {
	// Without a session `useCall` redirects to sign-in.
	const account = useCall('portalUser', {}, { revalidateOnFocus: false });
	const { data: user, error } = account;
	const own = useCall('accessRequest', user ? {} : null, { refreshInterval: EVERY_MS });
	const site = useCall('site', {}, { revalidateOnFocus: false }).data;
	if (!user && error && error.status !== 401) {
		return (
			<div className="request-access">
				<h1>Request access</h1>
				<ReadError call={account} />
			</div>
		);
	}
	if (!user || (!own.data && !own.error)) {
		return (
			<div style={{ minHeight: '50vh', display: 'grid', placeContent: 'center' }} aria-busy="true">
				<Loader aria-label="Loading" />
			</div>
		);
	}
	if (own.data?.listed) {
		return (
			<div className="request-access">
				<h1>You have access</h1>
				<p>Your account {user.username} is on the access list.</p>
				<p>
					<Button component="a" href="/dashboard/admin">
						Open the dashboard
					</Button>
				</p>
			</div>
		);
	}
	const request = own.data?.data ?? null;
	return (
		<div className="request-access">
			<h1>Request access</h1>
			<p className="dim">
				You are signed in as {user.username}, but your account is not on the access list yet.{' '}
				<Button variant="subtle" size="compact-sm" onClick={() => void signOut()}>
					Sign out
				</Button>
			</p>
			<ReadError call={own} />
			<div role="status">{request && <Status request={request} />}</div>
			{site && site.plans.length > 0 && <Plans plans={site.plans} />}
			{request?.status !== 'open' && <RequestForm />}
			{(site?.inviteUrl || site?.contactEmail) && (
				<section className="card">
					<h2>Questions</h2>
					<p className="request-contact">
						{site.inviteUrl && (
							<Button component="a" href={site.inviteUrl} variant="default">
								Join our Discord server
							</Button>
						)}
						{site.contactEmail && <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>}
					</p>
				</section>
			)}
		</div>
	);
}

type Request = NonNullable<CallOutput<Contract['accessRequest']>['data']>;

function Status({ request: { status, note, reason, createdAt, decidedAt } }: { request: Request }) {
	if (status === 'open') {
		return (
			<section className="card">
				<h2>Your request is open</h2>
				<p>
					Sent on {dateTime(createdAt)}. An operator decides on it. Dropwire&apos;s bot then sends you a direct message
					on Discord, and this page shows the decision.
				</p>
				{note && <blockquote>{note}</blockquote>}
			</section>
		);
	}
	return (
		<section className="card">
			<h2>Your request was declined</h2>
			<p>
				{decidedAt !== null && `On ${dateTime(decidedAt)}. `}
				{reason === null ? 'The operator gave no reason.' : "The operator's reason:"}
			</p>
			{reason !== null && <blockquote>{reason}</blockquote>}
		</section>
	);
}

function RequestForm() {
	const [note, setNote] = useState('');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	async function submit(event: FormEvent) {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		setError(null);
		try {
			await api.accessRequestCreate({ note });
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'note')}`);
		}
		await refresh('accessRequest');
		setBusy(false);
	}
	return (
		<form className="card panel-form" onSubmit={(event) => void submit(event)}>
			<Textarea
				label="Note"
				description="For example your server, the plan you want, and how you found us. It can be empty."
				maxLength={1000}
				autosize
				minRows={3}
				maxRows={10}
				value={note}
				onChange={(event) => setNote(event.currentTarget.value)}
				error={error}
			/>
			<div>
				<Button type="submit" loading={busy}>
					Request access
				</Button>
			</div>
		</form>
	);
}
