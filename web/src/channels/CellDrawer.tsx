import '../theme/overlays.ts';
import { type Link as ServerLink, REGION_NAMES } from '@dropwire/contract';
import { Button, Drawer } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { useFrozen } from '../ui/useFrozen.ts';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { CellLink } from './CellLink.tsx';
import type { Cell } from './cells.ts';
import { type TargetChoice, TargetField } from './TargetField.tsx';
import { refreshServer, refreshTargets } from './refresh.ts';

interface Props {
	guildId: string;
	cell: Cell;
	links: readonly ServerLink[];
	/** All links of the server. */
	all: readonly ServerLink[];
	/** The page of the topic's webhooks; null before the topic is added. */
	page: string | null;
	remove(link: ServerLink): void;
	close(): void;
}

/** One topic in one region: where its messages go, and another channel for them. */
export function CellDrawer({ guildId, cell, close, ...content }: Props) {
	return (
		<Drawer
			opened
			onClose={close}
			title={`${cell.toolsName} · ${REGION_NAMES[cell.region]}`}
			position="right"
			size={520}
			closeButtonProps={{ 'aria-label': 'Close dialog' }}
		>
			<Content guildId={guildId} cell={cell} {...content} />
		</Drawer>
	);
}

function Content({ guildId, cell, links, all, page, remove }: Omit<Props, 'close'>) {
	useFocusBack();
	const [target, setTarget] = useState<TargetChoice | null>(null);
	/** Empties the form after each addition. */
	const [added, setAdded] = useState(0);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const [note, setNote] = useState('');
	const form = useRef<HTMLFormElement>(null);
	const frozen = useFrozen(busy);
	// A removed link takes its buttons with it.
	const kept = useKeptFocus<HTMLDivElement>(links.map(({ id }) => id).join());
	// The button that had the focus is disabled in the empty form.
	useEffect(() => {
		if (added > 0) form.current?.querySelector('input')?.focus();
	}, [added]);

	async function submit(event: FormEvent) {
		event.preventDefault();
		if (!target || busy) return;
		setBusy(true);
		setError(null);
		setNote('');
		try {
			const { region, toolsName } = cell;
			// A removed channel can be added again at once.
			await flushDeletions();
			const { data } = await api.serverSetup({ guildId, changes: [{ action: 'ADD', region, toolsName, ...target }] });
			await refreshServer();
			if (data[0]?.outcome === 'unchanged') setError(`${data[0].target} already gets this topic.`);
			else {
				setNote(`${data[0]?.target ?? 'The channel'} gets this topic.`);
				setTarget(null);
				setAdded(added + 1);
			}
		} catch (failure) {
			setError(`Error: ${reasonOf(failure)}`);
			await refreshTargets(failure);
		}
		setBusy(false);
	}

	return (
		<div {...kept}>
			{links.length === 0 ? (
				<p className="empty">No channel gets this topic yet.</p>
			) : (
				<ul className="cell-links">
					{links.map((link) => (
						<CellLink
							key={link.id}
							guildId={guildId}
							link={link}
							all={all}
							remove={() => {
								setNote('');
								remove(link);
							}}
						/>
					))}
				</ul>
			)}
			<form ref={form} className="setup-form" onSubmit={(event) => void submit(event)}>
				<div {...frozen}>
					<TargetField
						key={added}
						guildId={guildId}
						label={links.length === 0 ? 'Send this topic to' : 'Also send this topic to'}
						choose={(choice) => {
							setTarget(choice);
							setError(null);
						}}
					/>
				</div>
				{error && (
					<p className="bad" role="alert" style={{ margin: 0 }}>
						{error}
					</p>
				)}
				<p className="good" role="status" style={{ margin: 0 }}>
					{note}
				</p>
				<div className="plan-actions">
					<Button type="submit" loading={busy} disabled={!target}>
						Add
					</Button>
				</div>
			</form>
			{page && (
				<p style={{ marginTop: 24 }}>
					<Link to={page} style={{ color: 'var(--signal-text)' }}>
						All webhooks of this topic
					</Link>
				</p>
			)}
		</div>
	);
}
