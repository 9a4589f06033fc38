import type { Link } from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { AddBot } from './AddBot.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { channelsOf, copyTo } from './bulkChanges.ts';
import { SetupPlan } from './SetupPlan.tsx';

/** How often another server's channels are read again while the bot is not there, ms. */
const RETRY_MS = 4000;

/** Copies a server's links to another server of the same person, channel by channel. */
export function CopyToServer({ guildId, links, close }: { guildId: string; links: readonly Link[]; close(): void }) {
	const guilds = useCall('guildList', {});
	const others = (guilds.data?.data.data ?? []).filter((guild) => guild.guildId !== guildId);
	const [to, setTo] = useState('');
	if (links.length === 0) return <p className="empty">This server has nothing to copy yet.</p>;
	if (guilds.data && others.length === 0) return <p className="empty">You manage no other server.</p>;
	return (
		<>
			<NativeSelect
				label="Server"
				value={to}
				data={[
					{ value: '', label: 'Choose a server' },
					...others.map((guild) => ({ value: guild.guildId, label: guild.guildName })),
				]}
				onChange={(event) => setTo(event.currentTarget.value)}
			/>
			{to && <Channels key={to} to={to} links={links} close={close} />}
		</>
	);
}

function Channels({ to, links, close }: { to: string; links: readonly Link[]; close(): void }) {
	const call = useCall(
		'discordChannels',
		{ guildId: to },
		{
			refreshInterval: (latest) => (latest?.data.bot === 'absent' ? RETRY_MS : 0),
		},
	);
	const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
	return (
		<Loaded call={call}>
			{({ data: { bot, channels, inviteUrl } }) => {
				if (bot === 'unavailable') {
					return <p className="empty">This Dropwire has no bot token, so it cannot make webhooks in another server.</p>;
				}
				if (bot === 'absent') {
					return (
						<AddBot
							url={inviteUrl}
							text="Dropwire is not in that server yet. This page continues once it has joined."
						/>
					);
				}
				const usable = channels.filter(({ missing }) => missing.length === 0);
				const places = channelsOf(links);
				/** Channels of the same name are chosen at first. */
				const pairs = new Map(
					places.map(({ key, name }) => [key, chosen.get(key) ?? usable.find((one) => one.name === name)?.id ?? '']),
				);
				const changes = copyTo(links, pairs);
				return (
					<>
						<div className="channel-map">
							{places.map(({ key, name }) => (
								<Fragment key={key}>
									<span>{name === null ? `Webhook ${key}` : `#${name}`} →</span>
									<NativeSelect
										aria-label={`Channel for ${name === null ? `webhook ${key}` : `#${name}`}`}
										value={pairs.get(key)}
										data={[
											{ value: '', label: 'Do not copy' },
											...usable.map((channel) => ({ value: channel.id, label: `#${channel.name}` })),
										]}
										onChange={(event) => setChosen(new Map(chosen).set(key, event.currentTarget.value))}
									/>
								</Fragment>
							))}
						</div>
						<p className="dim" style={{ margin: 0 }}>
							Options are copied, except mentioned roles and threads, which belong to one server.
						</p>
						<SetupPlan key={JSON.stringify(changes)} guildId={to} changes={changes} done={close} />
					</>
				);
			}}
		</Loaded>
	);
}
