import type { SetupChange } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { AddBot } from './AddBot.tsx';
import { ChannelSelect } from './ChannelSelect.tsx';

/** Where added links post. */
export type TargetChoice = Pick<Extract<SetupChange, { action: 'ADD' }>, 'channelId' | 'webHook'>;

/** How often the server's channels are read again while the bot is missing or lacks a permission, ms. */
const RETRY_MS = 4000;

/**
 * Chooses where messages go: a Discord channel, in which the bot makes the webhook, or the URL of a webhook.
 * @param choose gets null while nothing usable is chosen
 */
export function TargetField({
	guildId,
	label,
	choose,
}: {
	guildId: string;
	label: string;
	choose(target: TargetChoice | null): void;
}) {
	const [pasting, setPasting] = useState(false);
	const [channelId, setChannelId] = useState('');
	const [url, setUrl] = useState('');
	const { data, error } = useCall(
		'discordChannels',
		{ guildId },
		{
			refreshInterval: (latest) => (isWaiting(latest, channelId) ? RETRY_MS : 0),
		},
	);
	const view = data?.data;
	const chosen = view?.channels.find(({ id }) => id === channelId);
	const missing = chosen?.missing ?? [];
	const deleted = channelId !== '' && view?.bot === 'present' && !chosen;
	const byUrl = pasting || view?.bot === 'unavailable';
	const ready = chosen !== undefined && missing.length === 0;
	const kept = useKeptFocus<HTMLDivElement>(byUrl ? 'url' : view?.bot === 'absent' ? 'bot' : 'channel');
	const latest = useRef(choose);
	useEffect(() => {
		latest.current = choose;
	});
	// The bot can get its permission while the channel is chosen.
	useEffect(() => {
		if (!byUrl) latest.current(ready ? { channelId } : null);
	}, [byUrl, ready, channelId]);

	function paste(text: string) {
		setUrl(text);
		choose(text.trim() ? { webHook: text.trim() } : null);
	}
	function change() {
		choose(null);
		setChannelId('');
		setUrl('');
		setPasting(!pasting);
	}

	if (byUrl) {
		return (
			<div className="target-field" {...kept}>
				<TextInput
					label="Webhook URL"
					description="In Discord: channel settings, Integrations, Webhooks, Copy Webhook URL."
					type="url"
					placeholder="https://discord.com/api/webhooks/…"
					w={420}
					value={url}
					onChange={(event) => paste(event.currentTarget.value)}
				/>
				{view?.bot !== 'unavailable' && (
					<button type="button" className="link-button" onClick={change}>
						Choose a Discord channel instead
					</button>
				)}
			</div>
		);
	}
	return (
		<div className="target-field" {...kept}>
			{view?.bot === 'absent' ? (
				<AddBot
					url={view.inviteUrl}
					text="Dropwire is not in this Discord server yet. This page continues once it has joined."
				/>
			) : (
				<ChannelSelect
					label={label}
					channels={view?.channels ?? []}
					value={deleted ? '' : channelId}
					choose={setChannelId}
					placeholder={view ? 'Choose a Discord channel' : 'Loading the channels …'}
					autofocus
				/>
			)}
			{error && (
				<p className="bad" role="alert">
					{error.message}
				</p>
			)}
			{deleted && (
				<p className="bad" role="alert">
					The channel was deleted in Discord. Choose another one.
				</p>
			)}
			{missing.length > 0 && (
				<p className="bad" role="alert">
					The bot needs {missing.join(' and ')} in this channel. In Discord open the channel’s settings, then
					Permissions, add the role Dropwire and allow {missing.join(' and ')}. This page notices the change.
				</p>
			)}
			<button type="button" className="link-button" onClick={change}>
				Paste a webhook URL instead
			</button>
		</div>
	);
}

function isWaiting(
	answer: { data: { bot: string; channels: readonly { id: string; missing: readonly string[] }[] } } | undefined,
	channelId: string,
): boolean {
	if (answer?.data.bot === 'absent') return true;
	return (answer?.data.channels.find(({ id }) => id === channelId)?.missing.length ?? 0) > 0;
}
