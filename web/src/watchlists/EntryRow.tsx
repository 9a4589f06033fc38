import { durationText, ENTRY_STATE_NAMES, type EntryState } from '@dropwire/contract';
import { ActionIcon, Checkbox } from '@mantine/core';
import { Timer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ago, dateTime } from '../ui/format.ts';

/** An entry as every list has it. */
export interface Entry {
	sku: string;
	state: EntryState;
	regions: string[] | null;
	problem: string | null;
	/** Why it is not polled yet. */
	note: string | null;
	/** Epoch ms. */
	addedAt: number;
	changedAt: number | null;
	/** The pinned interval, ms; null for none. */
	intervalMs: number | null;
}

/** What a list shows of an entry. */
export interface EntryContent {
	picture?: ReactNode;
	/** The lines that name it. */
	title: ReactNode;
	/** A line of times, which also shows its change. */
	times: readonly string[];
	/** Below the others. */
	details?: ReactNode;
	problem?: string | null;
}

/** A dot for each state of an entry. */
const TONES: Readonly<Record<EntryState, string>> = {
	ok: 'good',
	not_found: 'bad',
	blocked: 'bad',
	never_checked: 'wait',
	not_polled: '',
};

/** One entry of a list: its state, its content, and what removes it. */
export function EntryRow({
	place: { ref, index, start },
	entry: { sku, state, addedAt, changedAt, note, regions, intervalMs, problem: misfit },
	picture,
	title,
	times,
	details,
	problem,
	selected,
	select,
	pin,
	remove,
}: EntryContent & {
	/** Where the list shows it. */
	place: { ref(row: HTMLElement | null): void; index: number; start: number };
	entry: Entry;
	selected: boolean;
	select(on: boolean): void;
	pin(): void;
	remove(): void;
}) {
	return (
		<li
			ref={ref}
			data-index={index}
			className={`row ${problem || misfit ? 'noted' : ''}`}
			style={{ transform: `translateY(${start}px)` }}
		>
			<Checkbox
				size="xs"
				aria-label={`Select ${sku}`}
				checked={selected}
				onChange={(event) => select(event.currentTarget.checked)}
			/>
			<span
				className={`dot ${TONES[state]}`}
				role="img"
				aria-label={ENTRY_STATE_NAMES[state]}
				title={ENTRY_STATE_NAMES[state]}
			/>
			{picture}
			<div className="entry">
				<div className="entry-name">{title}</div>
				<span className="dim times" title={`Added ${dateTime(addedAt)}`}>
					{[
						...(regions === null ? [] : [`only ${regions.join(', ')}`]),
						...times,
						...(intervalMs === null ? [] : [`pinned: every ${durationText(intervalMs)}`]),
						...(note === null ? [] : [note]),
						...(changedAt === null ? [] : [`changed ${ago(changedAt)}`]),
					].join(' · ')}
				</span>
				{details}
			</div>
			<ActionIcon
				variant="subtle"
				color="gray"
				size={32}
				aria-label={`Pin the interval of ${sku}`}
				title={`Pin the interval of ${sku}`}
				onClick={pin}
			>
				<Timer size={16} aria-hidden="true" />
			</ActionIcon>
			<ActionIcon
				variant="subtle"
				color="gray"
				size={32}
				aria-label={`Remove ${sku}`}
				title={`Remove ${sku}`}
				onClick={remove}
			>
				<Trash2 size={16} aria-hidden="true" />
			</ActionIcon>
			{misfit && <p className="row-note bad">This {misfit}. Remove it unless you are sure.</p>}
			{problem && <p className="row-note bad">{problem}</p>}
		</li>
	);
}
