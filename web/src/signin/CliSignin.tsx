import { pairingCode } from '@dropwire/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { useUser } from '../ui/Guard.tsx';
import { type CliRequest, readCliRequest } from './request.ts';
import { Consent, SigninPage } from './Consent.tsx';

/** The page that `dropwire login` opens: the user allows or denies the command line of this computer to act as them. */
export default function CliSignin() {
	return (
		<SigninPage>
			<Request />
		</SigninPage>
	);
}

function Request() {
	const user = useUser();
	const [query] = useSearchParams();
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const request = readCliRequest(query);
	if (!request) {
		return (
			<div className="portal">
				<h1>This link is incomplete</h1>
				<p>
					Run <span className="mono">dropwire login</span> again and open the complete address that it prints.
				</p>
			</div>
		);
	}
	async function allow() {
		setBusy(true);
		setProblem(null);
		try {
			const { data } = await api.cliGrant(request as CliRequest);
			location.assign(data.location);
		} catch (error) {
			setProblem(`Error: ${reasonOf(error, 'name')}`);
			setBusy(false);
		}
	}
	const denied = `http://127.0.0.1:${request.port}/?${new URLSearchParams({ error: 'denied', state: request.state })}`;
	return (
		<Consent
			code={pairingCode(request.challenge)}
			busy={busy}
			allow={() => void allow()}
			deny={denied}
			problem={problem}
		>
			<p>
				<b>{request.name}</b> on this computer wants to act as <b>{user.username}</b>, with all your permissions, for 90
				days or until you run <span className="mono">dropwire logout</span>.
			</p>
			<p>Allow this only if you have just run dropwire login yourself and your terminal shows this code:</p>
		</Consent>
	);
}
