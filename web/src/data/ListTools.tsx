import './lists.css';
import { Button } from '@mantine/core';
import { ChooseAll } from './ChooseAll.tsx';
import type { Chosen } from './useChosen.ts';

interface Props<T> {
	chosen: Chosen;
	keyOf(row: T): string;
	/** Every row that stands, and those of them that the filter shows. */
	rows: readonly T[];
	shown: readonly T[];
	/** `webhooks`, `of ASICS`: what "Choose all" is about. */
	of: string;
	note: string;
	action: string;
	/** What the button is called for who does not see which list it belongs to. */
	actionLabel?: string;
	act(rows: readonly T[]): void;
}

/** Over a list: choose all that is shown, and delete together what is chosen. */
export function ListTools<T>({ chosen, keyOf, rows, shown, of, note, action, actionLabel, act }: Props<T>) {
	const wanted = rows.filter((row) => chosen.has(keyOf(row)));
	return (
		<div className="list-tools">
			<ChooseAll chosen={chosen} keys={shown.map(keyOf)} of={of} />
			<span className="dim">{note}</span>
			<Button
				variant="default"
				size="compact-xs"
				disabled={wanted.length === 0}
				aria-label={actionLabel ?? action}
				onClick={() => act(wanted)}
			>
				{action}
			</Button>
		</div>
	);
}
