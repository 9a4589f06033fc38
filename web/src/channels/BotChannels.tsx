import type { DiscordChannel } from '@dropwire/contract';
import type { ReactNode } from 'react';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { AddBot } from './AddBot.tsx';

/** How often a server's channels are read again while the bot is not there, ms. */
const RETRY_MS = 4000;

/** A server's Discord channels in which the bot can make webhooks, or what to do until it can. */
export function BotChannels({
	guildId,
	children,
}: {
	guildId: string;
	children(channels: readonly DiscordChannel[]): ReactNode;
}) {
	const call = useCall(
		'discordChannels',
		{ guildId },
		{
			refreshInterval: (latest) => (latest?.data.bot === 'absent' ? RETRY_MS : 0),
		},
	);
	return (
		<Loaded call={call}>
			{({ data: { bot, channels, inviteUrl } }) => {
				if (bot === 'unavailable') {
					return <p className="empty">This Dropwire has no bot token, so it cannot make webhooks in a server.</p>;
				}
				if (bot === 'absent') {
					return (
						<AddBot
							url={inviteUrl}
							text="Dropwire is not in this Discord server yet. This page continues once it has joined."
						/>
					);
				}
				return children(channels.filter(({ missing }) => missing.length === 0));
			}}
		</Loaded>
	);
}
