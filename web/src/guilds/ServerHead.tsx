import './guilds.css';
import type { ReactNode } from 'react';
import { useCall } from '../api/useCall.ts';
import { useUser } from '../ui/Guard.tsx';
import { ReadError } from '../ui/Loading.tsx';
import { Title } from '../ui/Title.tsx';
import { ago, counted, dateTime, day as dayText, grouped } from '../ui/format.ts';
import { AddBot } from '../channels/AddBot.tsx';
import { GuildIcon } from './GuildIcon.tsx';
import { inviteTo } from './servers.ts';
import { useGuildStates } from './useGuildStates.ts';

/** The header of a server: whether it works, its messages of the last 24 hours, and the user's plan. */
export function ServerHead({ guildId }: { guildId: string }) {
	const { data } = useCall('guildList', {});
	const states = useGuildStates();
	// Polled by the dashboard.
	const statistics = useCall('guildStatistics', { guildId });
	const guild = data?.data.data.find((one) => one.guildId === guildId);
	const state = states.data?.data.find((one) => one.guildId === guildId);
	const { day, lastMessageAt } = statistics.data?.data ?? {};
	// Before the first message of a topic: the latest test, as on the server's card.
	const lastAt = lastMessageAt ?? state?.lastSentAt ?? null;
	const name = guild?.guildName ?? 'Server';
	const failed = [states, statistics].find(({ error }) => error);
	return (
		<header className="card server-head">
			<Title of={name} />
			<div className="server-name">
				<GuildIcon name={name} image={guild?.guildImg ?? ''} size={40} />
				<h1>{name}</h1>
			</div>
			{failed && <ReadError call={failed} />}
			<dl>
				<Fact name="Messages in 24 h">
					{day && (
						<>
							{grouped(day.sent)} sent
							{day.failed > 0 && <span className="bad"> · {grouped(day.failed)} failed</span>}
						</>
					)}
				</Fact>
				<Fact name="Last message">{lastMessageAt !== undefined && (lastAt === null ? 'None yet' : ago(lastAt))}</Fact>
				<Fact name="Set up">
					{state && (
						<>
							{counted(state.links, 'link')} · {counted(state.webhooks, 'webhook')}
							{state.off > 0 && <span className="bad"> · {counted(state.off, 'dead webhook')}</span>}
							{state.failing > 0 && <span className="bad"> · {state.failing} failing</span>}
							{state.paused > 0 && ` · ${counted(state.paused, 'link')} paused`}
						</>
					)}
				</Fact>
				<Plan />
			</dl>
			{state?.bot === false && state.off > 0 && (
				<>
					<p className="bad" role="alert">
						Dropwire’s bot is not in this Discord server, so the webhooks that it made get no messages. They work again
						once it has joined; what they miss until then is not sent.
					</p>
					<AddBot url={inviteTo(states.data?.inviteUrl ?? null, guildId)} />
				</>
			)}
		</header>
	);
}

/** The user's plan and when it ends. Operators have none. */
function Plan() {
	const { plan, planEndsAt, roles } = useUser();
	if (roles.includes('admin') && plan === null && planEndsAt === null) return null;
	const ended = planEndsAt !== null && planEndsAt <= Date.now();
	return (
		<Fact name="Your plan">
			{plan ?? 'Access'}
			{planEndsAt === null ? (
				', no end date'
			) : (
				<span className={ended ? 'bad' : ''} title={dateTime(planEndsAt)}>
					{' '}
					· {ended ? 'ended' : 'ends'} {dayText(planEndsAt)}
				</span>
			)}
		</Fact>
	);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt className="dim">{name}</dt>
			{/* A space keeps the line's height while it loads. */}
			<dd>{children ?? '\u00A0'}</dd>
		</div>
	);
}
