import type { Link, Region } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { openOptions } from '../subscriptions/OptionsPanel.tsx';
import { OptionsSummary } from '../subscriptions/OptionsSummary.tsx';
import { healthOf } from '../webhooks/Health.tsx';
import { testResult } from '../webhooks/texts.ts';
import { targetOf, toneOf } from './cells.ts';
import { refreshServer } from './refresh.ts';

/** One channel that gets a topic: its health, a test, its options, and its removal. */
export function CellLink({
	guildId,
	link,
	all,
	remove,
}: {
	guildId: string;
	link: Link;
	all: readonly Link[];
	remove(): void;
}) {
	const [busy, setBusy] = useState(false);
	const [note, setNote] = useState<{ bad: boolean; text: string } | null>(null);
	const name = targetOf(link);
	const tone = toneOf(link);
	const { text } = healthOf(link.health);

	async function attempt(work: () => Promise<{ bad: boolean; text: string }>) {
		if (busy) return;
		setBusy(true);
		setNote(null);
		try {
			setNote(await work());
			// A test can have switched the webhook off.
			await refreshServer();
		} catch (error) {
			setNote({ bad: true, text: `Error: ${reasonOf(error)}` });
		}
		setBusy(false);
	}

	const test = () =>
		attempt(async () => {
			const { data } = await api.linkTest({ guildId, id: link.id });
			return testResult(data as Parameters<typeof testResult>[0]);
		});
	const repair = (channelId: string) =>
		attempt(async () => {
			// The other topics of the channel usually have the same webhook.
			const broken = all.filter((one) => one.channelId === channelId && !one.health.active);
			const changes = broken.map(({ region, toolsName, options }) => {
				return { action: 'ADD', region: region as Region, toolsName, channelId, options } as const;
			});
			await api.serverSetup({ guildId, changes });
			return { bad: false, text: `The bot has made a new webhook for ${counted(broken.length, 'link')}.` };
		});

	return (
		<li>
			<div className="head">
				<i className={`dot ${tone}`} aria-hidden="true" />
				{name}
				<OptionsSummary options={link.options} />
			</div>
			<p className={tone === 'bad' ? 'bad' : 'dim'}>{text}</p>
			{!link.health.active && link.channelId === null && (
				<p>Add a channel or the URL of a working webhook below, and remove this one.</p>
			)}
			<div className="buttons">
				{link.health.active ? (
					<Button variant="default" size="xs" loading={busy} aria-label={`Test ${name}`} onClick={() => void test()}>
						Test
					</Button>
				) : (
					link.channelId !== null && (
						<Button size="xs" loading={busy} onClick={() => void repair(link.channelId as string)}>
							Make a new webhook
						</Button>
					)
				)}
				<Button
					variant="default"
					size="xs"
					aria-label={`Options of ${name}`}
					onClick={() => openOptions({ id: link.id, name, saved: refreshServer })}
				>
					Options
				</Button>
				<Button variant="default" size="xs" aria-label={`Remove ${name}`} onClick={remove}>
					Remove
				</Button>
			</div>
			{note && (
				<p className={note.bad ? 'bad' : 'good'} role={note.bad ? 'alert' : 'status'}>
					{note.text}
				</p>
			)}
		</li>
	);
}
