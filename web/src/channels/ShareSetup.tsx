import '../ui/lists.css';
import type { CallOutput, Contract, Link } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { CopyLine } from '../ui/CopyLine.tsx';
import { counted, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { useKeptFocus } from '../ui/useKeptFocus.ts';

type Created = CallOutput<Contract['sharedSetupCreate']>['data'];

/** Creates share links of a server's setup, each shown once, and ends them. */
export function ShareSetup({ guildId, links }: { guildId: string; links: readonly Link[] }) {
	const call = useCall('sharedSetups', { guildId });
	const [created, setCreated] = useState<Created | null>(null);
	const { busy, error, attempt } = useAttempt();
	// The pressed button is disabled for a while, or leaves with its row.
	const kept = useKeptFocus<HTMLDivElement>(JSON.stringify([busy, call.data]));

	const share = () =>
		attempt(async () => {
			setCreated((await api.sharedSetupCreate({ guildId })).data);
			await refresh('sharedSetups');
		});
	const end = (id: string) =>
		attempt(async () => {
			try {
				await api.sharedSetupEnd({ guildId, id });
				if (created?.id === id) setCreated(null);
			} finally {
				// Another person can have ended it.
				await refresh('sharedSetups');
			}
		});

	return (
		<div className="setup-form" {...kept}>
			<p className="dim" style={{ margin: 0 }}>
				Anyone with the link and access to Dropwire can load the setup, as it is now, into their own server for 7 days.
				It has no webhook URLs, and no mentioned roles and threads.
			</p>
			{created && (
				<section aria-label="New share link">
					<p style={{ margin: 0 }}>Copy this link now. It is not shown again.</p>
					<CopyLine label="Share link" value={created.url} />
				</section>
			)}
			{error && (
				<p className="bad" role="alert" style={{ margin: 0 }}>
					{error}
				</p>
			)}
			<Button
				style={{ width: 'fit-content' }}
				disabled={links.length === 0}
				loading={busy}
				onClick={() => void share()}
			>
				Create a share link
			</Button>
			<Loaded call={call} rows={2}>
				{({ data }) =>
					data.length > 0 && (
						<ul className="rows" aria-label="Share links">
							{data.map(({ id, by, links: count, createdAt, expiresAt }) => (
								<li key={id} className="row">
									<div className="grow">
										{counted(count, 'link')}, shared {by === null ? '' : `by ${by} `}at {dateTime(createdAt)}
										<div className="dim">Works until {dateTime(expiresAt)}</div>
									</div>
									<Button
										size="compact-sm"
										variant="default"
										aria-label={`End the share link of ${dateTime(createdAt)}`}
										disabled={busy}
										onClick={() => void end(id)}
									>
										End
									</Button>
								</li>
							))}
						</ul>
					)
				}
			</Loaded>
		</div>
	);
}
