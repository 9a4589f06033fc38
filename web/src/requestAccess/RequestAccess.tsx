import './requestAccess.css';
import { type CallOutput, type Contract, type Persona, ROLE_NAMES } from '@dropwire/contract';
import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { signOut } from '../ui/signOut.ts';
import { useCall } from '../api/useCall.ts';
import { ReadError } from '../ui/Loading.tsx';
import { PublicPage } from '../ui/PublicPage.tsx';
import { Title } from '../ui/Title.tsx';
import { dateTime } from '../ui/format.ts';
import { GetPremium } from '../grants/GetPremium.tsx';
import { answerText } from './answerText.ts';
import { Benefits, PERSONA_NAMES } from './Benefits.tsx';
import { Questions } from './Questions.tsx';
import { RequestForm } from './RequestForm.tsx';

const EVERY_MS = 15_000;

/** For signed-in people who are not on the access list: what they get, a request for access, and what became of it. */
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
	const site = useCall('site', {}, { revalidateOnFocus: false });
	const [persona, setPersona] = useState<Persona | null>(null);
	if (!user && error && error.status !== 401) {
		return (
			<div className="request-access">
				<h1>Request access</h1>
				<ReadError call={account} />
			</div>
		);
	}
	// The settings belong to the form: with them later, the plans would move it.
	if (!user || (!own.data && !own.error) || (!site.data && !site.error)) {
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
				<p>
					Your account {user.username} is on the access list. The home page shows what you can use, and what else there
					is.
				</p>
				<p>
					<Button component="a" href="/dashboard">
						Open Dropwire
					</Button>
				</p>
			</div>
		);
	}
	const request = own.data?.data ?? null;
	const plans = site.data?.plans ?? [];
	const isOpen = request?.status === 'open';
	return (
		<div className="request-access">
			<header>
				<h1>Request access</h1>
				<p className="dim">
					You are signed in as {user.username}, but your account is not on the access list yet.{' '}
					<Button variant="subtle" size="compact-sm" onClick={() => void signOut()}>
						Sign out
					</Button>
				</p>
			</header>
			<ReadError call={own} />
			<div className="request-columns">
				<div className="request-main">
					<div role="status">
						{request && <State request={request} answeredWithinMs={own.data?.answeredWithinMs ?? null} />}
					</div>
					{!isOpen && (
						<RequestForm
							plans={plans}
							persona={persona}
							setPersona={setPersona}
							answer={answerText(own.data?.answeredWithinMs ?? null)}
						/>
					)}
				</div>
				<aside className="request-side">
					<GetPremium />
					<Benefits persona={isOpen ? request.persona : persona} />
					{site.data && <Questions site={site.data} />}
				</aside>
			</div>
		</div>
	);
}

type Request = NonNullable<CallOutput<Contract['accessRequest']>['data']>;

function State({ request, answeredWithinMs }: { request: Request; answeredWithinMs: number | null }) {
	const { status, note, reason, createdAt, decidedAt } = request;
	if (status === 'open') {
		return (
			<section className="card">
				<h2>Your request is open</h2>
				<p>
					Sent on {dateTime(createdAt)}. {answerText(answeredWithinMs)} This page shows the decision, too.
				</p>
				<Wishes request={request} />
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

/** What the person said of themselves, and what they want. */
function Wishes({ request: { persona, plan, role } }: { request: Request }) {
	const words = [
		...(persona ? [PERSONA_NAMES[persona]] : []),
		...(plan ? [`Plan ${plan}`] : []),
		...(role ? [ROLE_NAMES[role]] : []),
	];
	return words.length > 0 ? <p className="request-wishes dim">{words.join(' · ')}</p> : null;
}
