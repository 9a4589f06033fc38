import '../portal/portal.css';
import { pairingCode } from '@dropwire/bff/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../data/client.ts';
import { reasonOf } from '../data/useCall.ts';
import { Banner } from '../shell/Banner.tsx';
import { Guard, useUser } from '../shell/Guard.tsx';
import { PublicPage } from '../shell/PublicPage.tsx';
import { Title } from '../shell/Title.tsx';
import { readAsked } from './asked.ts';

/** Where `dropwire login` sends the browser: a person says whether the command line of this computer may act for them. */
export default function CliSignin() {
	return (
		<PublicPage>
			<Title of="Sign in the command line" />
			<Guard>
				<Ask />
			</Guard>
		</PublicPage>
	);
}

function Ask() {
	const user = useUser();
	const [query] = useSearchParams();
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const asked = readAsked(query);
	if (!asked) {
		return (
			<div className="portal">
				<h1>This link is incomplete</h1>
				<p>
					Run <span className="mono">dropwire login</span> again and open the address that it prints, as a whole.
				</p>
			</div>
		);
	}
	async function allow() {
		setBusy(true);
		setProblem(null);
		try {
			const { data } = await api.cliGrant(asked as NonNullable<typeof asked>);
			location.assign(data.location);
		} catch (error) {
			setProblem(`Error: ${reasonOf(error, 'name')}`);
			setBusy(false);
		}
	}
	const refused = `http://127.0.0.1:${asked.port}/?${new URLSearchParams({ error: 'denied', state: asked.state })}`;
	return (
		<div className="portal">
			<h1>Let the command line act for you?</h1>
			<section className="card">
				<p>
					<b>{asked.name}</b> on this computer wants to act as <b>{user.username}</b>: see and change whatever you may
					here, for 90 days, or until you run <span className="mono">dropwire logout</span>.
				</p>
				<p>Say yes only if you ran dropwire login yourself just now, and your terminal shows this code:</p>
				<p className="pairing mono">{pairingCode(asked.challenge)}</p>
				<div className="pairing-actions">
					<Button onClick={() => void allow()} loading={busy}>
						Yes, allow it
					</Button>
					<Button variant="default" component="a" href={refused}>
						No
					</Button>
				</div>
				<Banner outcome={problem === null ? null : { bad: true, text: problem }} />
			</section>
		</div>
	);
}
