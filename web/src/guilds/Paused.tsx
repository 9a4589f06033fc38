import { dateTime } from '../ui/format.ts';
import { useCall } from '../api/useCall.ts';

/** Why a paused server gets no messages, and how to resume it. Empty for a server that is not paused. */
export function Paused({ guildId }: { guildId: string }) {
	const { data } = useCall('guildList', {});
	const pausedAt = data?.data.data.find((guild) => guild.guildId === guildId)?.pausedAt ?? null;
	return (
		<div role="status">
			{pausedAt !== null && (
				<p className="banner bad">
					Paused since {dateTime(pausedAt)}: no one with current access manages this server, so its channels get no
					messages. It resumes when the access of one of its managers is extended, when a manager with current access
					signs in, or when someone with current access changes a channel or webhook here.
				</p>
			)}
		</div>
	);
}
