import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { reasonOf, useCall } from '../api/useCall.ts';
import { useUser } from '../ui/Guard.tsx';
import { Skeletons } from '../ui/Loading.tsx';
import { Consent, SigninPage } from './Consent.tsx';
import { dashed } from './request.ts';

/** The page that `dropwire login --device` names: the user confirms the code of a terminal on any device. */
export default function DeviceSignin() {
	return (
		<SigninPage>
			<Device />
		</SigninPage>
	);
}

function Device() {
	const [query, setQuery] = useSearchParams();
	const code = dashed(query.get('code') ?? '');
	return code === '' ? (
		<EnterCode submit={(entered) => setQuery({ code: entered })} />
	) : (
		<Confirm key={code} code={code} enterAnother={() => setQuery({})} />
	);
}

function EnterCode({ submit }: { submit: (code: string) => void }) {
	const [code, setCode] = useState('');
	function enter(event: FormEvent) {
		event.preventDefault();
		submit(dashed(code));
	}
	return (
		<div className="portal">
			<h1>Sign in to the command line</h1>
			<form className="card device-code" onSubmit={enter}>
				<TextInput
					label="Code"
					description={
						<>
							The code that your terminal shows after <span className="command">dropwire login --device</span>
						</>
					}
					placeholder="K7QX-M2PA"
					required
					autoComplete="off"
					maxLength={20}
					value={code}
					onChange={(event) => setCode(event.currentTarget.value)}
				/>
				<Button type="submit">Continue</Button>
			</form>
		</div>
	);
}

function Confirm({ code, enterAnother }: { code: string; enterAnother: () => void }) {
	const user = useUser();
	const { data, error, loading } = useCall('deviceRequest', { code }, { revalidateOnFocus: false });
	const { busy, error: problem, attempt } = useAttempt('code');
	const [allowed, setAllowed] = useState<boolean | null>(null);

	const decide = (allow: boolean) =>
		attempt(async () => setAllowed((await api.deviceDecide({ code, allow })).data.allowed));

	if (allowed !== null) {
		return (
			<div className="portal" role="status">
				<h1>{allowed ? 'The command line is signed in' : 'Sign-in was denied'}</h1>
				<p>{allowed ? 'Go back to your terminal. You can close this page.' : 'You can close this page.'}</p>
			</div>
		);
	}
	if (error && !data) {
		return (
			<div className="portal">
				<h1>This code cannot be used</h1>
				<p role="alert">{reasonOf(error, 'code')}</p>
				<div>
					<Button variant="default" onClick={enterAnother}>
						Enter another code
					</Button>
				</div>
			</div>
		);
	}
	if (loading || !data) return <Skeletons rows={3} />;
	return (
		<Consent code={code} busy={busy} allow={() => void decide(true)} deny={() => void decide(false)} problem={problem}>
			<p>
				<b>{data.data.name}</b> wants to act as <b>{user.username}</b>, with all your permissions, for 90 days or until
				somebody runs <span className="mono">dropwire logout</span> there.
			</p>
			<p>
				Allow this only if you have just run <span className="mono">dropwire login --device</span> yourself and your
				terminal shows this code. Dropwire never asks you to enter a code.
			</p>
		</Consent>
	);
}
