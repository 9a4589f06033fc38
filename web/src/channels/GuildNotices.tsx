import './channels.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh, useCall } from '../api/useCall.ts';
import { ReadError } from '../ui/Loading.tsx';
import { dateTime } from '../ui/format.ts';
import { DropEvents } from './DropEvents.tsx';

const NOTICES = [
	{
		field: 'sourceNotices',
		label: 'Notify us when a shop cannot be read',
		description:
			'One message per brand after five minutes, and one when the shop can be read again, to the oldest webhook of that brand.',
	},
	{
		field: 'linkNotices',
		label: 'Notify us when a link stops working',
		description: 'The bot writes once, to another channel with a link or to the system channel.',
	},
] as const;
type Field = (typeof NOTICES)[number]['field'];

/** The server's switches for notices, and its events for releases. Each changes after Dropwire has confirmed the change. */
export function GuildNotices({ guildId }: { guildId: string }) {
	const call = useCall('guildSettings', { guildId });
	const { data, error } = call;
	const [busy, setBusy] = useState(false);
	const [failed, setFailed] = useState<{ field: Field; error: string } | null>(null);
	async function set(field: Field, on: boolean) {
		if (busy) return;
		setBusy(true);
		setFailed(null);
		try {
			await api.guildSettingsEdit({ guildId, [field]: on });
			await refresh('guildSettings');
		} catch (failure) {
			setFailed({ field, error: `Error: ${reasonOf(failure, field)}` });
		}
		setBusy(false);
	}
	const undelivered = data?.data.undelivered ?? null;
	return (
		<>
			<div role="status">
				{undelivered && (
					<p className="banner bad">
						Links of this server stopped working, but the bot could not post a notice in any channel (
						{dateTime(undelivered.at)}
						{undelivered.reason && `: ${undelivered.reason}`}). Allow it Send Messages and Embed Links in a channel with
						a link, so that it can post the next one.
					</p>
				)}
			</div>
			<ReadError call={call} />
			{(data || !error) &&
				NOTICES.map(({ field, label, description }) => {
					const on = data?.data[field] ?? false;
					return (
						<Checkbox
							key={field}
							className="guild-setting"
							size="sm"
							label={label}
							description={description}
							checked={on}
							indeterminate={data === undefined}
							disabled={data === undefined}
							error={failed?.field === field ? failed.error : null}
							onChange={() => void set(field, !on)}
						/>
					);
				})}
			{(data || !error) && <DropEvents guildId={guildId} setting={data?.data.dropEvents} />}
		</>
	);
}
