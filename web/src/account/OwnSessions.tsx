import type { CallOutput, Contract } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { signOut } from '../ui/signOut.ts';
import { useUndo } from '../ui/Undo.tsx';
import { reasonOf, refresh, useCall } from '../api/useCall.ts';
import { useOutcome } from '../ui/useOutcome.ts';
import { Banner } from '../ui/Banner.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { SessionRow } from './SessionRow.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import { TokenRow } from './TokenRow.tsx';

const NOTICE_MS = 8000;
/** How often the list is read while the page is visible, ms: it says when each session was last used. */
const EVERY_MS = 30_000;

/** The browsers and API tokens that are signed in as this user, and how to end them. */
export function OwnSessions() {
	const call = useCall('sessions', {}, { refreshInterval: EVERY_MS });
	return (
		<Loaded call={call} rows={6}>
			{(own) => <Lists {...own} />}
		</Loaded>
	);
}

type Own = CallOutput<Contract['sessions']>;
/** The key of a row while its deletion can be undone. */
const deleteKey = (id: string) => `token/${id}`;

function Lists({ data, tokens }: Own) {
	const [busy, setBusy] = useState<string | null>(null);
	const [outcome, setOutcome] = useOutcome(NOTICE_MS);
	const [dialog, setDialog] = useState(false);
	const { remove, isPendingDelete } = useUndo();
	/** These headings receive the focus when the focused row is removed. */
	const browsers = useRef<HTMLHeadingElement>(null);
	const keys = useRef<HTMLHeadingElement>(null);
	const sessions = data.toSorted((a, b) => Number(b.current) - Number(a.current));
	const shown = tokens.filter(({ id }) => !isPendingDelete(deleteKey(id)));

	async function end({ id, browser, current }: Own['data'][number]) {
		setBusy(id);
		setOutcome(null);
		if (current) return signOut();
		try {
			await api.sessionEnd({ id });
			setOutcome({ bad: false, text: `Signed out: ${browser ?? 'unknown browser'}.` });
			browsers.current?.focus();
		} catch (error) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(error)}` });
		}
		await refresh('sessions');
		setBusy(null);
		return undefined;
	}
	function erase({ id, name }: Own['tokens'][number]) {
		remove(deleteKey(id), { done: `Deleted the token ${name}`, infinitive: `delete the token ${name}` }, async () => {
			try {
				await api.tokenDelete({ id });
			} finally {
				await refresh('sessions');
			}
		});
		keys.current?.focus();
	}

	return (
		<>
			<section className="card">
				<h2 ref={browsers} tabIndex={-1}>
					Browsers
				</h2>
				<p className="dim">
					Sign out any browser that you do not recognize or no longer use. It is signed out at once.
				</p>
				<ul className="rows">
					{sessions.map((session) => (
						<SessionRow key={session.id} session={session} busy={busy === session.id} end={() => void end(session)} />
					))}
				</ul>
				<Banner outcome={outcome} />
			</section>
			<section className="card">
				<h2 ref={keys} tabIndex={-1}>
					API tokens
				</h2>
				<p className="dim">Programs use these to act as you. Signing in to the command line creates one.</p>
				<ul className="rows">
					{shown.map((token) => (
						<TokenRow key={token.id} token={token} erase={() => erase(token)} />
					))}
				</ul>
				{shown.length === 0 && (
					<p className="empty">
						No API tokens. <span className="mono">dropwire login</span> creates one for the command line.
					</p>
				)}
			</section>
			<div>
				<Button variant="default" onClick={() => setDialog(true)}>
					Sign out everywhere
				</Button>
			</div>
			<SignOutEverywhere
				opened={dialog}
				close={() => setDialog(false)}
				tokens={tokens.length}
				done={(text) => setOutcome({ bad: false, text })}
			/>
		</>
	);
}
