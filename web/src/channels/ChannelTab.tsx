import { type Region, REGION_NAMES, REGIONS } from '@dropwire/bff/contract';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { reasonOf, refresh, useCall } from '../data/useCall.ts';
import { useFolds } from '../data/useFolds.ts';
import { Loaded } from '../shell/Loading.tsx';

/** What a server gets: its channels by region, with the names still to be added. */
export default function ChannelTab() {
	const { guildId = '' } = useParams();
	const question = useCall('channelList', { guildId });
	const folds = useFolds('channels', REGIONS);
	return (
		<>
			<div className="page-head">
				<h1>Channels</h1>
				<Link to={`/dashboard/admin/${guildId}/deliveries`} style={{ color: 'var(--signal)' }}>
					What was delivered
				</Link>
			</div>
			<Loaded question={question} rows={8}>
				{({ data }) =>
					data.map(({ region, toolsNameList, channels }) => {
						const folded = folds.isFolded(region);
						const Chevron = folded ? ChevronRight : ChevronDown;
						return (
							<section className="region" key={region}>
								<h2>
									<button type="button" aria-expanded={!folded} onClick={() => folds.toggle(region)}>
										<Chevron size={18} aria-hidden="true" />
										{REGION_NAMES[region as Region]}
										<span className="badge">{channels.length || ''}</span>
									</button>
								</h2>
								{!folded && (
									<div className="region-body">
										<Channels guildId={guildId} channels={channels} />
										<AddChannel guildId={guildId} region={region as Region} names={toolsNameList} />
									</div>
								)}
							</section>
						);
					})
				}
			</Loaded>
		</>
	);
}

function Channels({
	guildId,
	channels,
}: {
	guildId: string;
	channels: readonly { id: string; toolsName: string; webhooks: number }[];
}) {
	const { remove, isGoing } = useUndo();
	return (
		<ul className="rows">
			{channels
				.filter(({ id }) => !isGoing(`channel/${id}`))
				.map(({ id, toolsName, webhooks }) => (
					<li className="row" key={id}>
						<span className="grow">
							<Link to={`/dashboard/admin/${guildId}/${id}`}>{toolsName}</Link>
						</span>
						<span className="dim mono">{webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`}</span>
						<ActionIcon
							variant="subtle"
							color="gray"
							size={32}
							aria-label={`Delete ${toolsName}`}
							onClick={() =>
								remove(`channel/${id}`, `Deleted ${toolsName} and its webhooks`, async () => {
									await api.channelDelete({ id });
									await refresh('channelList');
								})
							}
						>
							<Trash2 size={16} aria-hidden="true" />
						</ActionIcon>
					</li>
				))}
		</ul>
	);
}

function AddChannel({ guildId, region, names }: { guildId: string; region: Region; names: readonly string[] }) {
	const [error, setError] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	if (names.length === 0) return <p className="empty">Every topic of this region is added.</p>;
	return (
		<NativeSelect
			aria-label={`Select a channel for ${REGION_NAMES[region]}`}
			value=""
			disabled={busy}
			error={error}
			maw={320}
			mt={8}
			data={[{ value: '', label: 'Select a channel' }, ...names]}
			onChange={(event) => {
				const toolsName = event.currentTarget.value;
				if (!toolsName) return;
				setBusy(true);
				setError(null);
				api
					.channelInsert({ guildId, region, toolsName })
					.then(() => refresh('channelList'))
					.catch((failure: unknown) => setError(`Error: ${reasonOf(failure, 'toolsName')}`))
					.finally(() => setBusy(false));
			}}
		/>
	);
}
