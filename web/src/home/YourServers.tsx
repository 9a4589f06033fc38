import type { GuildState } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { GuildIcon } from '../guilds/GuildIcon.tsx';
import { problemsOf, useGuildStates } from '../guilds/useGuildStates.ts';
import { ago, counted } from '../ui/format.ts';

const SHOWN = 5;

/** The servers that the user manages, those with problems first; absent for somebody who manages none. */
export function YourServers() {
	const servers = useCall('guildList', {}).data?.data.data ?? [];
	const states = new Map(useGuildStates().data?.data.map((state) => [state.guildId, state]));
	if (servers.length === 0) return null;
	const rank = (state: GuildState | undefined) => (state ? problemsOf(state) * 1000 + Math.min(999, state.links) : 0);
	const sorted = servers.toSorted((a, b) => rank(states.get(b.guildId)) - rank(states.get(a.guildId)));
	return (
		<section className="card" aria-labelledby="servers">
			<h2 id="servers">Your servers</h2>
			<ul className="rows">
				{sorted.slice(0, SHOWN).map(({ guildId, guildName, guildImg, pausedAt }) => {
					const state = states.get(guildId);
					return (
						<li key={guildId} className="row home-server">
							<GuildIcon name={guildName} image={guildImg} size={28} />
							<div className="home-product">
								<Link to={`/dashboard/admin/${guildId}${state?.links === 0 ? '?step=what' : ''}`}>{guildName}</Link>
								{state && <State state={state} paused={pausedAt !== null} />}
							</div>
						</li>
					);
				})}
			</ul>
			{servers.length > SHOWN && (
				<p className="home-more">
					<Link to="/dashboard/admin">All {servers.length} servers</Link>
				</p>
			)}
		</section>
	);
}

function State({ state, paused }: { state: GuildState; paused: boolean }) {
	const { links, topics, lastSentAt } = state;
	if (links === 0) return <span className="dim">Not set up yet</span>;
	const problems = problemsOf(state);
	if (problems > 0) return <span className="bad">{counted(problems, 'webhook')} failing</span>;
	if (paused) return <span className="bad">Paused</span>;
	const last = lastSentAt === null ? 'no message yet' : `last message ${ago(lastSentAt)}`;
	return (
		<span className="dim">
			{counted(topics, 'topic')} · {last}
		</span>
	);
}
