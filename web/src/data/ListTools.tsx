import './lists.css';
import { Button } from '@mantine/core';
import { ChooseAll } from './ChooseAll.tsx';
import type { Chosen } from './useChosen.ts';

interface Props<T> {
	chosen: Chosen;
	keyOf(row: T): string;
	/** The rows that a filter shows; and those whose choice counts, where a filter does not hide it: else the same. */
	shown: readonly T[];
	rows?: readonly T[];
	/** `webhooks`, `of ASICS`: what "Choose all" is about. */
	of: string;
	/** Instead of how many are chosen. */
	note?: string;
	action?: string;
	/** What the button is called for who does not see which list it belongs to. */
	actionLabel?: string;
	act(rows: readonly T[]): void;
}

/** Over a list: choose all that is shown, and delete together what is chosen. */
export function ListTools<T>({
	chosen,
	keyOf,
	shown,
	rows = shown,
	of,
	note,
	action = 'Delete chosen',
	actionLabel = action,
	act,
}: Props<T>) {
	const wanted = rows.filter((row) => chosen.has(keyOf(row)));
	if (rows.length === 0) return null;
	return (
		<div className="list-tools">
			<ChooseAll chosen={chosen} keys={shown.map(keyOf)} of={of} />
			<span className="dim">{note ?? `${wanted.length} chosen`}</span>
			<Button
				variant="default"
				size="compact-xs"
				disabled={wanted.length === 0}
				aria-label={actionLabel}
				onClick={() => act(wanted)}
			>
				{action}
			</Button>
		</div>
	);
}
