import { type GuildWebhook, type Region, REGION_NAMES } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ListTools } from '../ui/ListTools.tsx';
import { api } from '../api/client.ts';
import { type DeletionText, RowsKept } from '../ui/deletions.ts';
import { counted } from '../ui/format.ts';
import { flushDeletions, useUndo } from '../ui/Undo.tsx';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { useSelection } from '../ui/useSelection.ts';
import { Loaded } from '../ui/Loading.tsx';
import { Title } from '../ui/Title.tsx';
import { whatTopicSends } from './topicTexts.ts';
import { isAt } from './Place.tsx';
import { WebhookRow } from './WebhookRow.tsx';

/** The webhooks of one topic of a server. */
export default function WebhookTab() {
	const { guildId = '', channelId } = useParams();
	const channels = useCall('channelList', { guildId });
	const guilds = useCall('guildList', {}).data?.data.data;
	const [filter, setFilter] = useState('');
	const found = channels.data?.data
		.flatMap(({ region, channels: own }) => own.map((channel) => ({ ...channel, region: region as Region })))
		.find(({ id }) => id === channelId);
	return (
		<>
			<Title of={found?.toolsName ?? 'Webhooks Settings'} />
			<div className="page-head">
				<h1>Webhooks Settings</h1>
				<div className="tools">
					<TextInput
						aria-label="Filter webhooks"
						placeholder="Filter by URL or channel"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
				</div>
				<p className="lead crumbs">
					<Link to={`/dashboard/admin/${guildId}`}>
						{guilds?.find((guild) => guild.guildId === guildId)?.guildName ?? 'Server'}
					</Link>
					{found && ` › ${found.toolsName} · ${REGION_NAMES[found.region]}`}
				</p>
				{found && <p className="lead">{whatTopicSends(found.region, found.toolsName)}</p>}
			</div>
			<Loaded call={channels}>
				{() =>
					found ? (
						<Webhooks place={{ guildId, region: found.region, toolsName: found.toolsName }} filter={filter} />
					) : (
						<p className="empty">This topic was removed.</p>
					)
				}
			</Loaded>
		</>
	);
}

/** The key of a row while its deletion can be undone. */
const deleteKey = (id: string) => `webhook/${id}`;

interface Channel {
	guildId: string;
	region: Region;
	toolsName: string;
}

function Webhooks({ place, filter }: { place: Channel; filter: string }) {
	const call = useCall('webhookList', place, { refreshInterval: 5000 });
	const selection = useSelection();
	const { remove, isPendingDelete } = useUndo();
	const changed = () => refresh('webhookList', 'channelList');
	const erase = (rows: readonly GuildWebhook[]) => {
		const ids = rows.map(({ id }) => id);
		remove(ids.map(deleteKey), deletionOf(ids.length), async () => {
			try {
				const before = rows.map(({ id, webhook: webHook }) => ({ id, webHook }));
				const { kept } = (await api.webhooksDelete({ guildId: place.guildId, ids, before })).data;
				if (kept.length > 0) throw new RowsKept(keptText(kept.length));
			} finally {
				await changed();
			}
		});
	};
	return (
		<section className="card">
			<Loaded call={call}>
				{({ data }) => {
					const remaining = data.filter(({ id }) => !isPendingDelete(deleteKey(id)));
					const found = remaining.filter(({ webhook, place: at }) => isAt(filter, webhook, at));
					return (
						<>
							<ListTools
								selection={selection}
								keyOf={({ id }) => id}
								shown={found}
								of="webhooks"
								note={counted(found.length, 'webhook')}
								act={erase}
							/>
							<ul className="rows">
								{found.map((row) => {
									const { id, webhook, health, place: at, options } = row;
									return (
										<WebhookRow
											key={id}
											label={null}
											url={webhook}
											health={health}
											place={at}
											field="webHook"
											save={async (webHook, before) => {
												await flushDeletions();
												await api.webhookEdit({ ...place, id, webHook, before: { webHook: before } });
												await changed();
											}}
											remove={() => erase([row])}
											subscription={{ id, options, changed }}
											selected={selection.has(id)}
											select={(on) => selection.set([id], on)}
										/>
									);
								})}
							</ul>
							{remaining.length > 0 && found.length === 0 && <p className="empty">No webhook matches the filter.</p>}
							{remaining.length === 0 && (
								<p className="empty">
									No webhooks yet. Create one in Discord (channel settings, Integrations) and paste its URL below.
								</p>
							)}
						</>
					);
				}}
			</Loaded>
			<AddField
				add={async (webHook) => {
					// The URL of a deleted row can be added again at once.
					await flushDeletions();
					await api.webhookInsert({ ...place, webHook });
					await changed();
				}}
			/>
		</section>
	);
}

function keptText(count: number): string {
	return count === 1
		? '1 webhook was not deleted: its URL has been changed elsewhere.'
		: `${counted(count, 'webhook')} were not deleted: their URLs have been changed elsewhere.`;
}

function deletionOf(count: number): DeletionText {
	const what = count === 1 ? 'the webhook' : counted(count, 'webhook');
	return { done: `Deleted ${what}`, infinitive: `delete ${what}` };
}

function AddField({ add }: { add(url: string): Promise<void> }) {
	const [url, setUrl] = useState('');
	const { busy, error, clear, attempt } = useAttempt('webHook');
	function submit(event: FormEvent) {
		event.preventDefault();
		void attempt(async () => {
			await add(url.trim());
			// The next URL may have been typed in the meantime.
			setUrl((now) => (now === url ? '' : now));
		});
	}
	return (
		<form className="sku-form" style={{ marginTop: 16 }} onSubmit={submit}>
			<TextInput
				label="Add a new webhook"
				inputWrapperOrder={['label', 'input', 'description', 'error']}
				description="With ?thread_id= and an id at the end, messages go to that thread."
				type="url"
				required
				placeholder="https://discord.com/api/webhooks/…"
				value={url}
				error={error}
				onChange={(event) => {
					setUrl(event.currentTarget.value);
					clear();
				}}
			/>
			<Button type="submit" loading={busy}>
				Add
			</Button>
		</form>
	);
}
