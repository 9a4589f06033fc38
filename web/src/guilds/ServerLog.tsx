import type { ApiError } from '@dropwire/contract';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { LogRows, NONE } from '../deliveries/DeliveryLog.tsx';
import { ExportLink } from '../deliveries/ExportLink.tsx';
import { GROUP_FILTERS, GroupFilters } from '../deliveries/GroupFilters.tsx';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { anyText, type ChangeFilter, type FilterOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { LastDay } from './LastDay.tsx';
import { ServerScreenHead } from './ServerScreenHead.tsx';

const SERVER_FILTERS = { ...GROUP_FILTERS, topic: anyText, channel: GROUP_FILTERS.guildId };

/** The delivery log of one server: its messages of a day, and the deliveries that match the filters. */
export default function ServerLog() {
	const { guildId = '' } = useParams();
	const [{ guildId: _, webhook: __, ...facets }, change] = useUrlFilter(SERVER_FILTERS);
	const [error, setError] = useState<ApiError>();
	const filter = { ...facets, guildId };
	return (
		<>
			<ServerScreenHead guildId={guildId} title="Delivery log">
				<ExportLink filter={filter} disabled={error !== undefined} />
			</ServerScreenHead>
			<LastDay guildId={guildId} />
			<GroupFilters
				filter={facets}
				change={change}
				error={error}
				ofServer={<TopicAndChannel guildId={guildId} filter={facets} change={change} />}
			/>
			<LogRows
				key={JSON.stringify(filter)}
				filter={filter}
				none={Object.keys(facets).length > 0 ? 'No deliveries match the filters.' : NONE}
				failed={setError}
			/>
		</>
	);
}

/** The server's topics in all regions, and its Discord channels. */
function TopicAndChannel({
	guildId,
	filter,
	change,
}: {
	guildId: string;
	filter: FilterOf<typeof SERVER_FILTERS>;
	change: ChangeFilter<typeof SERVER_FILTERS>;
}) {
	const links = useCall('linkList', { guildId }).data?.data ?? [];
	const topics = [...new Set(links.map(({ toolsName }) => toolsName))].toSorted();
	const channels = new Map(
		links.flatMap(({ channelId, channelName }) => (channelId ? [[channelId, `#${channelName ?? channelId}`]] : [])),
	);
	return (
		<>
			<FilterChoice
				label="Topic"
				all="All topics"
				options={topics}
				value={filter.topic}
				change={(topic) => change('topic', topic)}
			/>
			<FilterChoice
				label="Discord channel"
				all="All channels"
				options={[...channels].map(([value, label]) => ({ value, label }))}
				value={filter.channel}
				change={(channel) => change('channel', channel)}
			/>
		</>
	);
}
