import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { FILTERED_FROM, findServers } from './servers.ts';
import { GuildIcon } from './GuildIcon.tsx';
import { problemsOf, useGuildStates } from './useGuildStates.ts';

/** The user's servers, each with the number of webhooks that fail; a long list has a filter, and an empty one is absent. */
export function ServerMenu() {
	const guilds = useCall('guildList', {});
	const states = useGuildStates();
	const [filter, setFilter] = useState('');
	const failing = new Map(states.data?.data.map((state) => [state.guildId, problemsOf(state)]));
	const servers = guilds.data?.data.data;
	const nav = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	const isLoaded = servers !== undefined;
	useEffect(() => {
		const { scrollHeight = 0, clientHeight = 0 } = nav.current ?? {};
		// On a phone the menu is a strip, which useStrip scrolls.
		if (!isLoaded || scrollHeight <= clientHeight) return;
		const links = [...(nav.current?.querySelectorAll('a') ?? [])];
		links.find((link) => pathname.startsWith(link.pathname))?.scrollIntoView({ block: 'nearest' });
	}, [pathname, isLoaded]);
	if (servers?.length === 0) return null;
	return (
		<>
			{servers && servers.length >= FILTERED_FROM && (
				<TextInput
					aria-label="Filter servers"
					placeholder="Filter servers"
					size="xs"
					value={filter}
					onChange={(event) => setFilter(event.currentTarget.value)}
				/>
			)}
			<nav aria-label="Servers" ref={nav}>
				<Loaded call={guilds}>
					{({ data: { data } }) => {
						const found = findServers(data, filter);
						return (
							<>
								<ul>
									{found.map(({ guildId, guildName, guildImg, pausedAt }) => (
										<li key={guildId}>
											<NavLink to={`/dashboard/admin/${guildId}`}>
												<GuildIcon name={guildName} image={guildImg} />
												<span className="server" title={guildName}>
													{guildName}
												</span>
												{pausedAt !== null && <span className="badge">paused</span>}
												<Failing count={failing.get(guildId) ?? 0} />
											</NavLink>
										</li>
									))}
								</ul>
								{found.length === 0 && <p className="empty">No server matches the filter.</p>}
							</>
						);
					}}
				</Loaded>
			</nav>
		</>
	);
}

/** The number of a server's webhooks that fail or are off, beside its name. */
function Failing({ count }: { count: number }) {
	if (count === 0) return null;
	return (
		<span className="count">
			<span className="failing">
				{count}
				<span className="visually-hidden"> failing</span>
			</span>
		</span>
	);
}
