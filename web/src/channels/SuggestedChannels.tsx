import type { SetupChange, Topic } from '@dropwire/contract';
import { counted } from '../ui/format.ts';
import { BotChannels } from './BotChannels.tsx';
import { SetupPlan } from './SetupPlan.tsx';
import { suggestChannel } from './suggestChannel.ts';

/** Sends each topic to the channel whose name fits it, such as `#nike-jp`; topics without such a channel are left out. */
export function SuggestedChannels({
	guildId,
	topics,
	done,
}: {
	guildId: string;
	topics: readonly Topic[];
	done(): void;
}) {
	return (
		<BotChannels guildId={guildId}>
			{(channels) => {
				const changes = topics.flatMap((topic): SetupChange[] => {
					const { region, toolsName } = topic;
					const channel = suggestChannel(topic, channels);
					return channel ? [{ action: 'ADD', region, toolsName, channelId: channel.id }] : [];
				});
				return (
					<>
						<p className={changes.length === 0 ? 'empty' : 'dim'} role="status" style={{ margin: 0 }}>
							{changes.length === 0
								? 'No channel has a name that fits exactly one of these topics, such as #nike-jp.'
								: `${changes.length} of ${counted(topics.length, 'topic')} have one channel with a fitting name, such as #nike-jp.`}
						</p>
						<SetupPlan key={JSON.stringify(changes)} guildId={guildId} changes={changes} done={done} />
					</>
				);
			}}
		</BotChannels>
	);
}
