import './guilds.css';
import type { GuildState } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { Title } from '../ui/Title.tsx';
import { Capped } from '../ui/Capped.tsx';
import { ago, counted } from '../ui/format.ts';
import { AddBot } from '../channels/AddBot.tsx';
import { FILTERED_FROM, findServers, inviteTo, type Server, SERVERS } from './servers.ts';
import { FirstRunSteps, stepOf } from './FirstRunSteps.tsx';
import { GuildIcon } from './GuildIcon.tsx';
import { isBotMissing, useGuildStates } from './useGuildStates.ts';

/** How often the servers are read while the user adds the bot in another tab, ms. */
const WAITING_MS = 3000;

/** The user's servers: what each gets, and what fails. The first step of a first run. */
export function ServerCards() {
	const [waiting, setWaiting] = useState(false);
	const [filter, setFilter] = useState('');
	const guilds = useCall('guildList', {});
	const states = useGuildStates(waiting ? WAITING_MS : undefined);
	const [search] = useSearchParams();
	// Without the states the cards say nothing about their servers, so one error is shown for both reads.
	const call = states.error && !guilds.error ? { ...guilds, error: states.error, reload: states.reload } : guilds;
	const byId = new Map(states.data?.data.map((state) => [state.guildId, state]));
	const none = states.data?.data.every(({ links }) => links === 0) ?? false;
	useJoined(waiting, states.data?.data);
	const inviteUrl = states.data?.inviteUrl ?? null;
	return (
		<>
			<Title of="Servers" />
			<div className="page-head">
				<h1>{SERVERS.label}</h1>
				{(guilds.data?.data.data.length ?? 0) >= FILTERED_FROM && (
					<div className="tools">
						<TextInput
							aria-label="Filter your servers"
							placeholder="Filter by name or ID"
							value={filter}
							onChange={(event) => setFilter(event.currentTarget.value)}
						/>
					</div>
				)}
				<p className="lead">{SERVERS.lead}</p>
			</div>
			{(none || stepOf(search) === 'server') && <FirstRunSteps at="server" guildId={null} />}
			<Loaded call={call}>
				{({ data: { data } }) => (
					<>
						<Capped rows={findServers(data, filter)}>
							{(rows) =>
								rows.length > 0 ? (
									<ul className="server-cards" aria-label="Your servers">
										{rows.map((guild) => (
											<Card
												key={guild.guildId}
												guild={guild}
												state={byId.get(guild.guildId)}
												unknown={states.error !== undefined}
												inviteUrl={inviteUrl}
												invited={() => setWaiting(true)}
											/>
										))}
									</ul>
								) : (
									data.length > 0 && <p className="empty">No server matches the filter.</p>
								)
							}
						</Capped>
						{data.length === 0 && (
							<p className="empty">
								You manage no Discord server. Add Dropwire to a server in which you have the permission Manage Server,
								or ask its owner for that permission.
							</p>
						)}
						{waiting && (
							<p className="dim" role="status">
								This page continues once Dropwire has joined the server.
							</p>
						)}
						<AddBot
							url={inviteUrl}
							label={data.length === 0 ? 'Add Dropwire to a server' : 'Add Dropwire to another server'}
							opened={() => setWaiting(true)}
							secondary={data.length > 0}
						/>
					</>
				)}
			</Loaded>
		</>
	);
}

interface CardProps {
	guild: Server;
	state: GuildState | undefined;
	/** Whether the states could not be read. */
	unknown: boolean;
	inviteUrl: string | null;
	/** Called when the user goes to Discord to add the bot. */
	invited(): void;
}

function Card({ guild: { guildId, guildName, guildImg, pausedAt }, state, unknown, inviteUrl, invited }: CardProps) {
	return (
		<li>
			<article className="card" aria-label={guildName}>
				<Link className="title" to={`/dashboard/admin/${guildId}${state?.links === 0 ? '?step=what' : ''}`}>
					<GuildIcon name={guildName} image={guildImg} size={40} />
					{guildName}
				</Link>
				{!(unknown && !state) && <State state={state} paused={pausedAt !== null} />}
				{state && isBotMissing(state) && <AddBot url={inviteTo(inviteUrl, guildId)} opened={invited} />}
			</article>
		</li>
	);
}

function State({ state, paused }: { state: GuildState | undefined; paused: boolean }) {
	if (!state) return <p className="dim">Loading …</p>;
	const { links, webhooks, off, failing, paused: pausedLinks } = state;
	const missing = isBotMissing(state);
	if (links === 0) {
		return <p className="dim">{missing ? 'Dropwire is not in this server yet.' : 'Nothing is set up yet.'}</p>;
	}
	return (
		<p className="dim">
			{counted(links, 'link')} · {counted(webhooks, 'webhook')}
			{off > 0 && <span className="bad"> · {counted(off, 'dead webhook')}</span>}
			{failing > 0 && <span className="bad"> · {failing} failing</span>}
			{pausedLinks > 0 && ` · ${counted(pausedLinks, 'link')} paused`}
			<br />
			{paused ? 'Paused' : lastMessage(state)}
			{missing && (
				<>
					<br />
					<span className="bad">Dropwire’s bot is not in this server.</span>
				</>
			)}
		</p>
	);
}

function lastMessage({ lastAt, lastSentAt }: GuildState): string {
	if (lastSentAt !== null) return `Last message ${ago(lastSentAt)}`;
	return lastAt === null ? 'No message yet' : `Last message failed ${ago(lastAt)}`;
}

/** Continues with the server that the bot joins while the user waits for it. */
function useJoined(waiting: boolean, states: readonly GuildState[] | undefined): void {
	const navigate = useNavigate();
	const before = useRef<ReadonlySet<string> | null>(null);
	useEffect(() => {
		if (!states) return;
		const here = new Set(states.filter(({ bot }) => bot === true).map(({ guildId }) => guildId));
		const joined = waiting && before.current ? [...here].find((id) => !before.current?.has(id)) : undefined;
		before.current = here;
		if (joined !== undefined) void navigate(`/dashboard/admin/${joined}?step=what`);
	}, [states, waiting, navigate]);
}
