import './lists.css';
import { Button, Checkbox } from '@mantine/core';
import type { Selection } from './useSelection.ts';

interface Props<T> {
	selection: Selection;
	keyOf(row: T): string;
	/** The filtered rows, which "Select all" selects; and all rows that can be selected, if these differ. */
	shown: readonly T[];
	rows?: readonly T[];
	/** What "Select all" selects: `webhooks`, `of ASICS`. */
	of: string;
	/** The text while no row is selected. */
	note: string;
	action?: string;
	/** The button's accessible name, for a visible label that does not name the list. */
	actionLabel?: string;
	act(rows: readonly T[]): void;
}

/** The tools above a list, once a row is selected: they select all filtered rows, and delete the selected rows together. */
export function ListTools<T>({
	selection,
	keyOf,
	shown,
	rows = shown,
	of,
	note,
	action = 'Delete selected',
	actionLabel = action,
	act,
}: Props<T>) {
	const selected = rows.filter((row) => selection.has(keyOf(row)));
	if (rows.length === 0) return null;
	return (
		<div className="list-tools">
			{selected.length > 0 && <SelectAll selection={selection} keys={shown.map(keyOf)} of={of} />}
			<span className="dim">{selected.length > 0 ? `${selected.length} of ${rows.length} selected` : note}</span>
			{selected.length > 0 && (
				<Button variant="default" size="compact-xs" aria-label={actionLabel} onClick={() => act(selected)}>
					{action}
				</Button>
			)}
		</div>
	);
}

/** A checkbox that selects all listed rows or none; indeterminate while some are selected. */
function SelectAll({ selection, keys, of }: { selection: Selection; keys: readonly string[]; of: string }) {
	const count = selection.countOf(keys);
	const all = keys.length > 0 && count === keys.length;
	return (
		<Checkbox
			size="xs"
			label="Select all"
			aria-label={`Select all ${of}`}
			checked={all}
			indeterminate={count > 0 && !all}
			disabled={keys.length === 0}
			onChange={() => selection.set(keys, !all)}
		/>
	);
}
