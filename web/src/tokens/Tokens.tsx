import '../account/account.css';
import type { CallOutput, Contract } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { TokenRow } from '../account/TokenRow.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { CopyLine } from '../ui/CopyLine.tsx';
import { useAsked } from '../ui/useAsked.ts';
import { useUndo } from '../ui/Undo.tsx';
import { CreateToken } from './CreateToken.tsx';

type Token = CallOutput<Contract['tokens']>['data'][number];
type Created = CallOutput<Contract['tokenCreate']>['data'];

/** How often the list is read while the page is visible, ms: it says when each token was last used. */
const EVERY_MS = 30_000;

/** The key of a row while its deletion can be undone. */
const deleteKey = (id: string) => `token/${id}`;

/** The API tokens of this user: to create one, which is shown once, and to delete one. */
export default function Tokens() {
	const call = useCall('tokens', {}, { refreshInterval: EVERY_MS });
	const [creating, setCreating] = useState(false);
	useAsked('add', () => setCreating(true));
	const [created, setCreated] = useState<Created | null>(null);
	const { remove, isPendingDelete } = useUndo();
	/** Receives the focus when the focused row is removed. */
	const heading = useRef<HTMLHeadingElement>(null);

	function erase({ id, name }: Token) {
		if (created?.id === id) setCreated(null);
		remove(deleteKey(id), { done: `Deleted the token ${name}`, infinitive: `delete the token ${name}` }, async () => {
			try {
				await api.tokenDelete({ id });
			} finally {
				await refresh('tokens', 'sessions');
			}
		});
		heading.current?.focus();
	}

	return (
		<>
			<div className="page-head">
				<h1 ref={heading} tabIndex={-1}>
					API tokens
				</h1>
				<Button onClick={() => setCreating(true)}>Create token</Button>
			</div>
			<p className="dim">
				Programs use these to act as you: monitors, scripts, the command line, and with the scope bot the Discord bot.
			</p>
			{created && (
				<section className="card" aria-label="New token">
					<h2>{created.name}</h2>
					<p>Copy this token now. It is not shown again.</p>
					<CopyLine label="Token" value={created.token} />
				</section>
			)}
			<Loaded call={call} rows={4}>
				{({ data }) => {
					const shown = data.filter(({ id }) => !isPendingDelete(deleteKey(id)));
					if (shown.length === 0) return <p className="empty">No API tokens.</p>;
					return (
						<ul className="rows">
							{shown.map((token) => (
								<TokenRow key={token.id} token={token} erase={() => erase(token)} />
							))}
						</ul>
					);
				}}
			</Loaded>
			<CreateToken opened={creating} close={() => setCreating(false)} created={setCreated} />
		</>
	);
}
