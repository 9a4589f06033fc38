import './channels.css';
import { type Region, REGION_NAMES, REGIONS } from '@dropwire/bff/contract';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ListTools } from '../data/ListTools.tsx';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { refresh, useCall } from '../data/useCall.ts';
import { useChosen } from '../data/useChosen.ts';
import { useFolds } from '../data/useFolds.ts';
import { Loaded } from '../shell/Loading.tsx';
import { Title } from '../shell/Title.tsx';
import { AddChannel } from './AddChannel.tsx';

interface Channel {
	id: string;
	toolsName: string;
	webhooks: number;
}

/** How a deletion that can be taken back is named. */
const goingKey = (id: string) => `channel/${id}`;

/** What a server gets: its channels by region, with the names still to be added. */
export default function ChannelTab() {
	const { guildId = '' } = useParams();
	const question = useCall('channelList', { guildId });
	const [filter, setFilter] = useState('');
	const folds = useFolds('channels', REGIONS);
	const chosen = useChosen();
	const { remove, isGoing } = useUndo();
	const wanted = filter.trim().toLowerCase();
	const erase = (channels: readonly Channel[]) => {
		const what = channels.length === 1 ? channels[0]?.toolsName : `${channels.length} channels`;
		const whose = channels.length === 1 ? 'its' : 'their';
		remove(
			channels.map(({ id }) => goingKey(id)),
			`Deleted ${what} and ${whose} webhooks`,
			async () => {
				try {
					await Promise.all(channels.map(({ id }) => api.channelDelete({ id })));
				} finally {
					await refresh('channelList');
				}
			},
		);
	};
	return (
		<>
			<Title of="Channels" />
			<div className="page-head">
				<h1>Channels</h1>
				<div className="tools">
					<Link to={`/dashboard/admin/${guildId}/deliveries`} style={{ color: 'var(--signal)' }}>
						What was delivered
					</Link>
					<TextInput
						aria-label="Filter channels"
						placeholder="Filter by name or region"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
				</div>
			</div>
			<Loaded question={question} rows={8}>
				{({ data }) => {
					const regions = data
						.map(({ region, toolsNameList, channels }) => {
							const title = REGION_NAMES[region as Region];
							const found = channels.filter(
								({ id, toolsName }) => !isGoing(goingKey(id)) && `${toolsName} ${title}`.toLowerCase().includes(wanted),
							);
							return { region: region as Region, title, toolsNameList, found };
						})
						.filter(({ title, found }) => found.length > 0 || title.toLowerCase().includes(wanted));
					// What a folded region hides is not chosen, and not deleted, unseen.
					const seen = regions.flatMap(({ region, found }) => (folds.isFolded(region) ? [] : found));
					return (
						<>
							<ListTools chosen={chosen} keyOf={({ id }) => id} shown={seen} of="channels" act={erase} />
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
												chosen={chosen.has(channel.id)}
												choose={(on) => chosen.set([channel.id], on)}
												erase={() => erase([channel])}
											/>
										))}
									</ul>
									<AddChannel guildId={guildId} region={region} names={toolsNameList} />
								</Section>
							))}
							{regions.length === 0 && <p className="empty">No channel or region of that name.</p>}
						</>
					);
				}}
			</Loaded>
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
	chosen,
	choose,
	erase,
}: {
	to: string;
	channel: Channel;
	chosen: boolean;
	choose(on: boolean): void;
	erase(): void;
}) {
	return (
		<li className="row">
			<Checkbox
				size="xs"
				aria-label={`Choose ${toolsName}`}
				checked={chosen}
				onChange={(event) => choose(event.currentTarget.checked)}
			/>
			<span className="grow lead">
				<Link to={to}>{toolsName}</Link>
			</span>
			<span className="dim mono">{webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`}</span>
			<ActionIcon variant="subtle" color="gray" size={32} aria-label={`Delete ${toolsName}`} onClick={erase}>
				<Trash2 size={16} aria-hidden="true" />
			</ActionIcon>
		</li>
	);
}
