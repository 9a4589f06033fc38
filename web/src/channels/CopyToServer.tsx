import { NativeSelect } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { BotChannels } from './BotChannels.tsx';
import { ChannelSelect } from './ChannelSelect.tsx';
import { channelsOf, type CopiedLink, copyTo } from './bulkChanges.ts';
import { SetupPlan } from './SetupPlan.tsx';

/**
 * Copies links to a server of the user, channel by channel.
 * @param props.guildId the server that they are from, if it is one of the user's
 */
export function CopyToServer({
	guildId = null,
	links,
	close,
}: {
	guildId?: string | null;
	links: readonly CopiedLink[];
	/** Called with the server once they are copied. */
	close(to: string): void;
}) {
	const guilds = useCall('guildList', {});
	const others = (guilds.data?.data.data ?? []).filter((guild) => guild.guildId !== guildId);
	const [to, setTo] = useState('');
	if (links.length === 0) return <p className="empty">This server has nothing to copy yet.</p>;
	if (guilds.data && others.length === 0)
		return <p className="empty">You manage no {guildId === null ? '' : 'other '}server.</p>;
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
			{to && <ChannelMap key={to} to={to} links={links} close={() => close(to)} />}
		</>
	);
}

/** Chooses a channel of a server for each channel of the links, and previews and applies the copy. */
export function ChannelMap({ to, links, close }: { to: string; links: readonly CopiedLink[]; close(): void }) {
	const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
	return (
		<BotChannels guildId={to}>
			{(channels) => {
				const places = channelsOf(links);
				/** Channels of the same name are chosen at first. */
				const pairs = new Map(
					places.map(({ key, name }) => [key, chosen.get(key) ?? channels.find((one) => one.name === name)?.id ?? '']),
				);
				const changes = copyTo(links, pairs);
				return (
					<>
						<div className="channel-map">
							{places.map(({ key, name }) => (
								<Fragment key={key}>
									<span>{name === null ? `Webhook ${key}` : `#${name}`} →</span>
									<ChannelSelect
										label={`Channel for ${name === null ? `webhook ${key}` : `#${name}`}`}
										hideLabel
										channels={channels}
										value={pairs.get(key) ?? ''}
										choose={(id) => setChosen(new Map(chosen).set(key, id))}
										placeholder="Do not copy"
										clearable
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
		</BotChannels>
	);
}
