import { NativeSelect } from '@mantine/core';
import { type DropEvents as Setting, type Region, REGION_NAMES, REGIONS, RELEASE_LIMITS } from '@dropwire/contract';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';

const OFF = 'off';
const TOPICS = 'topics';
const CHOICES = [
	{ value: OFF, label: 'Off' },
	{ value: TOPICS, label: "Releases of this server's topics" },
	...REGIONS.map((region) => ({ value: region, label: `Releases in ${REGION_NAMES[region]}` })),
];

/** Which releases have Discord's scheduled events in the server. Changes after Dropwire has confirmed the change. */
export function DropEvents({ guildId, setting }: { guildId: string; setting: Setting | undefined }) {
	const [busy, setBusy] = useState(false);
	const [failed, setFailed] = useState<string | null>(null);
	async function choose(choice: string) {
		setBusy(true);
		setFailed(null);
		try {
			const region = choice === OFF || choice === TOPICS ? null : (choice as Region);
			await api.dropEventsSet({ guildId, on: choice !== OFF, region });
			await refresh('guildSettings');
		} catch (failure) {
			setFailed(`Error: ${reasonOf(failure, 'on')}`);
		}
		setBusy(false);
	}
	const { on = false, region = null, events = 0, reason = null } = setting ?? {};
	const count = on
		? `${counted(events, 'event')} now.`
		: events > 0
			? `The bot deletes ${counted(events, 'event')}.`
			: '';
	return (
		<NativeSelect
			className="guild-setting"
			label="Events in Discord"
			description={`The bot keeps an event in this server for each of its next ${RELEASE_LIMITS.scheduledEvents} releases, and needs Create Events. ${count}`}
			data={CHOICES}
			value={on ? (region ?? TOPICS) : OFF}
			disabled={busy || setting === undefined}
			error={failed ?? reason}
			onChange={(event) => void choose(event.currentTarget.value)}
		/>
	);
}
