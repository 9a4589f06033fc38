import type { Region } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ListTools } from '../data/ListTools.tsx';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { reasonOf, refresh, useCall } from '../data/useCall.ts';
import { useChosen } from '../data/useChosen.ts';
import { Loaded } from '../shell/Loading.tsx';
import { Title } from '../shell/Title.tsx';
import { WebhookRow } from './WebhookRow.tsx';

/** The webhooks of one channel of a server. */
export default function WebhookTab() {
	const { guildId = '', channelId } = useParams();
	const channels = useCall('channelList', { guildId });
	const found = channels.data?.data
		.flatMap(({ region, channels: own }) => own.map((channel) => ({ ...channel, region: region as Region })))
		.find(({ id }) => id === channelId);
	return (
		<>
			<Title of={found?.toolsName ?? 'Webhooks Settings'} />
			<p className="crumbs">
				<Link to={`/dashboard/admin/${guildId}`}>All channels</Link>
			</p>
			<Loaded question={channels}>
				{() =>
					found ? (
						<Webhooks guildId={guildId} region={found.region} toolsName={found.toolsName} />
					) : (
						<p className="empty">This channel was removed.</p>
					)
				}
			</Loaded>
		</>
	);
}

/** How a deletion that can be taken back is named. */
const goingKey = (id: string) => `webhook/${id}`;

function Webhooks({ guildId, region, toolsName }: { guildId: string; region: Region; toolsName: string }) {
	const question = useCall('webhookList', { guildId, region, toolsName }, { refreshInterval: 5000 });
	const [filter, setFilter] = useState('');
	const chosen = useChosen();
	const { remove, isGoing } = useUndo();
	const place = { guildId, region, toolsName };
	const changed = () => refresh('webhookList', 'channelList');
	const erase = (ids: readonly string[]) =>
		remove(ids.map(goingKey), ids.length === 1 ? 'Deleted the webhook' : `Deleted ${ids.length} webhooks`, async () => {
			try {
				await Promise.all(ids.map((id) => api.webhookDelete({ guildId, id })));
			} finally {
				await changed();
			}
		});
	return (
		<>
			<div className="page-head">
				<h1>Webhooks Settings</h1>
				<div className="tools">
					<span className="dim">
						{toolsName} · {region}
					</span>
					<TextInput
						aria-label="Filter webhooks"
						placeholder="Filter by URL"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
				</div>
			</div>
			<section className="card">
				<Loaded question={question}>
					{({ data }) => {
						const standing = data.filter(({ id }) => !isGoing(goingKey(id)));
						const found = standing.filter(({ webhook }) => webhook.includes(filter.trim()));
						return (
							<>
								<ListTools
									chosen={chosen}
									keyOf={({ id }) => id}
									shown={found}
									of="webhooks"
									act={(rows) => erase(rows.map(({ id }) => id))}
								/>
								<ul className="rows">
									{found.map(({ id, webhook, health }) => (
										<WebhookRow
											key={id}
											label={null}
											url={webhook}
											health={health}
											field="webHook"
											save={async (webHook) => {
												await api.webhookEdit({ ...place, id, webHook });
												await changed();
											}}
											remove={() => erase([id])}
											chosen={chosen.has(id)}
											choose={(on) => chosen.set([id], on)}
										/>
									))}
								</ul>
								{standing.length > 0 && found.length === 0 && <p className="empty">None with that in its URL.</p>}
								{standing.length === 0 && (
									<p className="empty">
										No webhook yet. Make one in Discord (channel settings, Integrations) and paste its URL below.
									</p>
								)}
							</>
						);
					}}
				</Loaded>
				<AddField
					add={async (webHook) => {
						await api.webhookInsert({ ...place, webHook });
						await changed();
					}}
				/>
			</section>
		</>
	);
}

function AddField({ add }: { add(url: string): Promise<void> }) {
	const [url, setUrl] = useState('');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	async function submit(event: FormEvent) {
		event.preventDefault();
		setBusy(true);
		setError(null);
		try {
			await add(url.trim());
			setUrl('');
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'webHook')}`);
		}
		setBusy(false);
	}
	return (
		<form className="sku-form" style={{ marginTop: 16 }} onSubmit={(event) => void submit(event)}>
			<TextInput
				label="Add a new webhook"
				type="url"
				required
				placeholder="https://discord.com/api/webhooks/…"
				value={url}
				error={error}
				onChange={(event) => setUrl(event.currentTarget.value)}
			/>
			<Button type="submit" loading={busy}>
				Add
			</Button>
		</form>
	);
}
