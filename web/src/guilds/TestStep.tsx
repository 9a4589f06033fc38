import type { Link as ServerLink } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf, useCall } from '../api/useCall.ts';
import { targetOf } from '../channels/cells.ts';
import { refreshServer } from '../channels/refresh.ts';
import { Loaded } from '../ui/Loading.tsx';
import { counted } from '../ui/format.ts';
import { testResult } from '../webhooks/texts.ts';
import { useGuildStates } from './useGuildStates.ts';

/** The most channels of one test, as many test messages as one person can send in a minute. */
const MAX = 20;

/** The last step of the first run: a test message to each channel, with its outcome and a link to the channel. */
export function TestStep({ guildId }: { guildId: string }) {
	const call = useCall('linkList', { guildId });
	const states = useGuildStates();
	const [results, setResults] = useState<ReadonlyMap<string, { bad: boolean; text: string }>>(new Map());
	const [busy, setBusy] = useState(false);

	async function send(links: readonly ServerLink[]) {
		setBusy(true);
		setResults(new Map());
		for (const link of links) {
			const result = await api.linkTest({ guildId, id: link.id }).then(
				({ data }) => testResult(data as Parameters<typeof testResult>[0]),
				(error: unknown) => ({ bad: true, text: `Test failed: ${reasonOf(error)}` }),
			);
			setResults((before) => new Map(before).set(link.id, result));
		}
		await refreshServer();
		setBusy(false);
	}

	return (
		<Loaded call={call}>
			{({ data }) => {
				const all = oneEach(data);
				const links = all.slice(0, MAX);
				const finished = links.length > 0 && links.every(({ id }) => results.has(id));
				if (links.length === 0) {
					return (
						<p className="empty">
							Nothing is set up yet. <Link to={`/dashboard/admin/${guildId}?step=what`}>Choose what goes where</Link>{' '}
							first.
						</p>
					);
				}
				return (
					<>
						<Button loading={busy} onClick={() => void send(links)}>
							{results.size > 0 ? 'Send it again' : 'Send a test message'}
						</Button>
						{all.length > MAX && (
							<p className="dim">
								The first {MAX} of {counted(all.length, 'channel')} are tested.
							</p>
						)}
						<ul className="test-results" aria-label="Channels">
							{links.map((link) => {
								const result = results.get(link.id);
								const tone = !result ? '' : result.bad ? 'bad' : 'good';
								return (
									<li key={link.id}>
										<i className={`dot ${tone || (busy ? 'wait' : '')}`} aria-hidden="true" />
										<span className="name" title={targetOf(link)}>
											{targetOf(link)}
										</span>
										<span className={tone || 'dim'} role="status">
											{result?.text ?? (busy ? 'Waiting …' : 'Not tested yet')}
										</span>
										{states.data && link.channelId && (
											<a
												href={`${states.data.discordUrl}/channels/${guildId}/${link.channelId}`}
												target="_blank"
												rel="noopener"
											>
												Open {targetOf(link)} in Discord
											</a>
										)}
									</li>
								);
							})}
						</ul>
						{finished && (
							<p className="next-step">
								{verdict(
									links.filter(({ id }) => results.get(id)?.bad).length,
									data.filter(({ options }) => options.paused).length,
								)}
								<Link to={`/dashboard/admin/${guildId}`} style={{ color: 'var(--signal-text)', fontWeight: 600 }}>
									Open the server
								</Link>
							</p>
						)}
					</>
				);
			}}
		</Loaded>
	);
}

/** What the finished tests mean for the messages to come. */
function verdict(failed: number, paused: number): string {
	if (failed > 0)
		return `${counted(failed, 'channel')} did not get the test. Solve the problem above and send it again.`;
	const done = 'Done. Messages arrive as soon as a watched product changes.';
	if (paused === 0) return done;
	return `${done} ${paused === 1 ? '1 link is paused and gets' : `${counted(paused, 'link')} are paused and get`} none.`;
}

/** One link per webhook and thread, since they share a channel. */
function oneEach(links: readonly ServerLink[]): ServerLink[] {
	const key = ({ webhookId, options: { thread } }: ServerLink) =>
		`${webhookId} ${thread && 'id' in thread ? thread.id : ''}`;
	return [...new Map(links.toReversed().map((link) => [key(link), link])).values()].toReversed();
}
