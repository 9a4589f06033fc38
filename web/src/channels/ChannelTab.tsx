import './channels.css';
import { type Region, REGION_NAMES, REGIONS } from '@dropwire/contract';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ListTools } from '../ui/ListTools.tsx';
import { api } from '../api/client.ts';
import { counted } from '../ui/format.ts';
import { useUndo } from '../ui/Undo.tsx';
import { refresh, useCall } from '../api/useCall.ts';
import { useSelection } from '../ui/useSelection.ts';
import { useFolds } from '../ui/useFolds.ts';
import { GuildNotices } from './GuildNotices.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { AddChannel } from './AddChannel.tsx';
import { whatTopicSends } from '../webhooks/topicTexts.ts';

interface Channel {
	id: string;
	toolsName: string;
	webhooks: number;
}

/** The key of a row while its deletion can be undone. */
const deleteKey = (id: string) => `channel/${id}`;

/** A server's topics by region, and those that can still be added. @param renderHead the screen's head, with the field that filters */
export default function ChannelTab({ renderHead }: { renderHead(filter: ReactNode): ReactNode }) {
	const { guildId = '' } = useParams();
	const call = useCall('channelList', { guildId });
	const [filter, setFilter] = useState('');
	const folds = useFolds('channels', REGIONS);
	const selection = useSelection();
	const { remove, isPendingDelete } = useUndo();
	const wanted = filter.trim().toLowerCase();
	const erase = (channels: readonly Channel[]) => {
		const what =
			channels.length === 1
				? `${channels[0]?.toolsName} and its webhooks`
				: `${counted(channels.length, 'topic')} and their webhooks`;
		remove(
			channels.map(({ id }) => deleteKey(id)),
			{ done: `Deleted ${what}`, infinitive: `delete ${what}` },
			async () => {
				try {
					await api.channelsDelete({ guildId, ids: channels.map(({ id }) => id) });
				} finally {
					await refresh('channelList');
				}
			},
		);
	};
	return (
		<>
			{renderHead(
				<TextInput
					aria-label="Filter topics"
					placeholder="Filter by name or region"
					value={filter}
					onChange={(event) => setFilter(event.currentTarget.value)}
				/>,
			)}
			<Loaded call={call} rows={8}>
				{({ data }) => {
					const regions = data
						.map(({ region, toolsNameList, channels }) => {
							const title = REGION_NAMES[region as Region];
							const found = channels.filter(
								({ id, toolsName }) =>
									!isPendingDelete(deleteKey(id)) && `${toolsName} ${title}`.toLowerCase().includes(wanted),
							);
							return { region: region as Region, title, toolsNameList, found };
						})
						.filter(({ title, found }) => found.length > 0 || title.toLowerCase().includes(wanted));
					// "Select all" skips rows in folded regions, which would be deleted without being visible.
					const visible = regions.flatMap(({ region, found }) => (folds.isFolded(region) ? [] : found));
					return (
						<>
							<ListTools
								selection={selection}
								keyOf={({ id }) => id}
								shown={visible}
								of="topics"
								note={counted(visible.length, 'topic')}
								act={erase}
							/>
							{regions.map(({ region, title, toolsNameList, found }) => (
								<Section
									key={region}
									title={title}
									count={found.length}
									folded={folds.isFolded(region)}
									toggle={() => folds.toggle(region)}
								>
									<ul className="rows">
										{found.map((channel) => (
											<Row
												key={channel.id}
												to={`/dashboard/admin/${guildId}/${channel.id}`}
												channel={channel}
												sends={whatTopicSends(region, channel.toolsName)}
												selected={selection.has(channel.id)}
												select={(on) => selection.set([channel.id], on)}
												erase={() => erase([channel])}
											/>
										))}
									</ul>
									<AddChannel guildId={guildId} region={region} names={toolsNameList} />
								</Section>
							))}
							{regions.length === 0 && <p className="empty">No topic or region matches the filter.</p>}
						</>
					);
				}}
			</Loaded>
			<section className="server-settings" aria-label="Settings">
				<h2>Settings</h2>
				<GuildNotices guildId={guildId} />
			</section>
		</>
	);
}

function Section({
	title,
	count,
	folded,
	toggle,
	children,
}: {
	title: string;
	count: number;
	folded: boolean;
	toggle(): void;
	children: ReactNode;
}) {
	const Chevron = folded ? ChevronRight : ChevronDown;
	return (
		<section className="region">
			<h2>
				<button type="button" aria-expanded={!folded} onClick={toggle}>
					<Chevron size={18} aria-hidden="true" />
					{title}
					<span className="badge">{count || ''}</span>
				</button>
			</h2>
			{!folded && <div className="region-body">{children}</div>}
		</section>
	);
}

function Row({
	to,
	channel: { toolsName, webhooks },
	sends,
	selected,
	select,
	erase,
}: {
	to: string;
	channel: Channel;
	/** What its messages are about. */
	sends: string;
	selected: boolean;
	select(on: boolean): void;
	erase(): void;
}) {
	return (
		<li className="row">
			<Checkbox
				size="xs"
				aria-label={`Select ${toolsName}`}
				checked={selected}
				onChange={(event) => select(event.currentTarget.checked)}
			/>
			<span className="grow lead">
				<Link to={to}>{toolsName}</Link>
				<span className="dim sends">{sends}</span>
			</span>
			<span className="dim mono">{counted(webhooks, 'webhook')}</span>
			<ActionIcon variant="subtle" color="gray" size={32} aria-label={`Delete ${toolsName}`} onClick={erase}>
				<Trash2 size={16} aria-hidden="true" />
			</ActionIcon>
		</li>
	);
}
