import { Wall } from '../ui/Wall.tsx';
import { useCall } from '../api/useCall.ts';
import { AddBot } from '../channels/AddBot.tsx';
import { Title } from '../ui/Title.tsx';
import { SERVERS } from './servers.ts';
import { useGuildStates } from './useGuildStates.ts';

/** How often the servers are read: the user can join or create one in another tab, ms. */
const WAITING_MS = 15_000;

/** What a server gets, for somebody who manages none. */
export function WithoutServer() {
	useCall('guildList', {}, { refreshInterval: WAITING_MS });
	const states = useGuildStates();
	return (
		<>
			<Title of={SERVERS.label} />
			<Wall
				title={SERVERS.label}
				text="Dropwire posts into the channels of a Discord server. You manage none: setting one up needs the permission Manage Server in it."
				has={[
					'Choose brands, regions and kinds of change, and the channel for each',
					'Narrow a channel down: sizes, prices, keywords, quiet hours, a role to mention',
					'A log of every message, with its delay and what Discord answered',
				]}
				sample={<img src="/landing/channels.webp" alt="The topics of a server by region" width="400" height="250" />}
				caption="An example: the topics of a server by region."
			>
				<AddBot url={states.data?.inviteUrl ?? null} label="Add Dropwire to a server" />
				<p className="dim">
					Discord lists the servers in which you have the permission. After you have joined or created one, this page
					shows it within five minutes.
				</p>
			</Wall>
		</>
	);
}
