import '../portal/portal.css';
import { pairingCode } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { Guard, useUser } from '../ui/Guard.tsx';
import { Skeletons } from '../ui/Loading.tsx';
import { PublicPage } from '../ui/PublicPage.tsx';
import { Title } from '../ui/Title.tsx';
import { type CliRequest, readCliRequest } from './cliRequest.ts';

/** The page that `dropwire login` opens: the user allows or denies the command line of this computer to act as them. */
export default function CliSignin() {
	return (
		<PublicPage>
			<Title of="Sign in to the command line" />
			<Guard waiting={<Skeletons rows={3} />}>
				<Consent />
			</Guard>
		</PublicPage>
	);
}

function Consent() {
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
		<div className="portal">
			<h1>Allow the command line to act as you?</h1>
			<section className="card">
				<p>
					<b>{request.name}</b> on this computer wants to act as <b>{user.username}</b>, with all your permissions, for
					90 days or until you run <span className="mono">dropwire logout</span>.
				</p>
				<p>Allow this only if you have just run dropwire login yourself and your terminal shows this code:</p>
				<p className="pairing mono">{pairingCode(request.challenge)}</p>
				<div className="pairing-actions">
					<Button onClick={() => void allow()} loading={busy}>
						Allow
					</Button>
					<Button variant="default" component="a" href={denied}>
						Deny
					</Button>
				</div>
				<Banner outcome={problem === null ? null : { bad: true, text: problem }} />
			</section>
		</div>
	);
}
