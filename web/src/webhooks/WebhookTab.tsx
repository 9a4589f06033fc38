import type { Region } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { reasonOf, refresh, useCall } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';
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

function Webhooks({ guildId, region, toolsName }: { guildId: string; region: Region; toolsName: string }) {
	const question = useCall('webhookList', { guildId, region, toolsName }, { refreshInterval: 5000 });
	const { remove, isGoing } = useUndo();
	const place = { guildId, region, toolsName };
	const changed = () => refresh('webhookList', 'channelList');
	return (
		<>
			<div className="page-head">
				<h1>Webhooks Settings</h1>
				<span className="dim">
					{toolsName} · {region}
				</span>
			</div>
			<section className="card">
				<Loaded question={question}>
					{({ data }) => (
						<>
							<ul className="rows">
								{data
									.filter(({ id }) => !isGoing(`webhook/${id}`))
									.map(({ id, webhook, health }) => (
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
											remove={() =>
												remove(`webhook/${id}`, 'Deleted the webhook', async () => {
													await api.webhookDelete({ guildId, id });
													await changed();
												})
											}
										/>
									))}
							</ul>
							{data.length === 0 && (
								<p className="empty">
									No webhook yet. Make one in Discord (channel settings, Integrations) and paste its URL below.
								</p>
							)}
						</>
					)}
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
